/** Every password change is reported to its user by mail or notice. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { login } from '#contract/login.ts'
import { notices as noticeCalls } from '#contract/notices.ts'
import { users } from '#contract/users.ts'
import { mails } from '#server/schema.ts'
import { addPeople, password } from '#tests/support/actors/people.ts'
import { caller, signIn, startServer, type TestServer } from '#tests/support/server/server.ts'

let server: TestServer

beforeAll(async () => {
  server = await startServer()
  await addPeople(server.database.db)
})
afterAll(() => server.close())

const newPassword = 'another-of-tests'
const queuedMails = async () =>
  (await server.database.db.select().from(mails)).map(({ to, subject }) => [to, subject])

test('a password changed with the old one is reported by mail', async () => {
  const anna = await signIn(server, 'anna')
  expect(
    (await anna.call(users.changePassword, { oldPassword: password, password: newPassword }))
      .success,
  ).toBe(true)
  expect(await queuedMails()).toEqual([
    ['Anna@example.com', '密码已修改 · Your password was changed'],
  ])
})

test('a password reset with a mailed code is reported by mail', async () => {
  const visitor = caller(server, null)
  await visitor.call(login.sendVCode, { account: 'berta' })
  const vcode = server.mailbox.codeFor('berta@example.com')
  expect(
    (await visitor.call(login.resetPassword, { email: 'berta', vcode, password: newPassword }))
      .success,
  ).toBe(true)
  expect((await queuedMails()).map(([to]) => to)).toContain('berta@example.com')
})

test('a password change of a sub-account, which has no mailbox, causes a notice', async () => {
  const sub = await signIn(server, 'annasub')
  expect(
    (await sub.call(users.changePassword, { oldPassword: password, password: newPassword }))
      .success,
  ).toBe(true)
  const visitor = caller(server, null)
  const { data } = await visitor.call(login.login, { account: 'annasub', password: newPassword })
  const signedInAgain = caller(server, data)
  const { rows } = (await signedInAgain.call(noticeCalls.page, { pageNum: 1, pageSize: 10 })).data
  expect(rows.map(({ title }) => title)).toContain('Your password was changed')
})
