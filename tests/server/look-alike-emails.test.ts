/**
 * Addresses that only look like another one: a code goes to nobody but the mailbox that it is good
 * for.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { login } from '#contract/login.ts'
import { addPeople, addPerson, password } from '#tests/support/actors/people.ts'
import { caller, startServer, type TestServer } from '#tests/support/server/server.ts'

let server: TestServer

beforeAll(async () => {
  server = await startServer()
  await addPeople(server.database.db)
  await addPerson(server.database.db, { account: 'mike@example.com', username: 'mike' })
})
afterAll(() => server.close())

const visitor = () => caller(server, null)
const sentTo = () => server.mailbox.mails.map(({ to }) => to)

test('an address that only lower-casing makes equal does not get the code of an account', async () => {
  // The sign of Kelvin is a k in lower case, and another mailbox.
  const lookAlike = 'mi\u212Ae@example.com'
  expect((await visitor().call(login.sendVCode, { account: lookAlike })).success).toBe(true)
  expect(sentTo()).toEqual(['mike@example.com'])
})

test.each([
  ['a sign that is a letter in lower case', 'luK\u212Ay@example.com'],
  ['a stop that the names of hosts take for a dot', 'bob@mail.example\u3002com'],
  ['letters of another width', '\uFF42ob@mail.example.com'],
  ['a space that nobody sees', 'bo\u200Bb@mail.example.com'],
  ['a sign of control', 'bo\u0007b@mail.example.com'],
  ['a host without a dot', 'bob@mail'],
])('%s gets no code and opens no account', async (_, account) => {
  const before = sentTo().length
  expect(await visitor().refused(login.sendVCode, { account })).toMatchObject({
    code: 'addressRefused',
  })
  expect(sentTo()).toHaveLength(before)
  const known = await visitor().refused(login.register, {
    account,
    username: 'bobby',
    password,
    vcode: '000000',
  })
  expect(['addressRefused', 'invalid']).toContain(known.code)
})

test('letters of any language are good in an address', async () => {
  const account = '小李@example.com'
  expect((await visitor().call(login.sendVCode, { account })).success).toBe(true)
  const vcode = server.mailbox.codeFor(account)
  expect(
    (await visitor().call(login.register, { account, username: 'xiaoli', password, vcode }))
      .success,
  ).toBe(true)
})
