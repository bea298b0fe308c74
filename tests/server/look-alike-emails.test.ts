/** E-mail addresses that look like another: a code is sent only to the mailbox of the account. */
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

test('the code of an account is not sent to an address that equals it only in lower case', async () => {
  // The Kelvin sign becomes a k in lower case, but is another mailbox.
  const lookAlike = 'mi\u212Ae@example.com'
  expect((await visitor().call(login.sendVCode, { account: lookAlike })).success).toBe(true)
  expect(sentTo()).toEqual(['mike@example.com'])
})

test.each([
  ['a sign that becomes a letter in lower case', 'L\u0130ly@example.com'],
  ['an ideographic full stop in the host', 'bob@mail.example\u3002com'],
  ['full-width letters', '\uFF42ob@mail.example.com'],
  ['a zero-width space', 'bo\u200Bb@mail.example.com'],
  ['a control character', 'bo\u0007b@mail.example.com'],
  ['a host without a dot', 'bob@mail'],
])('an address with %s is refused a code and an account', async (_, account) => {
  const before = sentTo().length
  const person = { account, username: 'bobby', password, vcode: '000000' }
  for (const { code } of [
    await visitor().refused(login.sendVCode, { account }),
    await visitor().refused(login.register, person),
  ])
    expect(['addressRefused', 'invalid']).toContain(code)
  expect(sentTo()).toHaveLength(before)
})

test('codes to one mailbox in different spellings are limited to 20 a day', async () => {
  const send = (spelling: string) =>
    visitor().call(login.sendVCode, { account: `${spelling}@example.com` })
  for (let n = 0; n < 20; n++) expect((await send(`flooded+${n}`)).success).toBe(true)
  expect((await send('flooded+20')).status).toBe(429)
  expect((await send('another+20')).success).toBe(true)
})

test('letters of any language are allowed in an address', async () => {
  const account = '小李@example.com'
  expect((await visitor().call(login.sendVCode, { account })).success).toBe(true)
  const vcode = server.mailbox.codeFor(account)
  expect(
    (await visitor().call(login.register, { account, username: 'xiaoli', password, vcode }))
      .success,
  ).toBe(true)
})
