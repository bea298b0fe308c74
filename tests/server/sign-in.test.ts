/** Signing in and out, over HTTP. */
import { transaction } from '#server/platform/db/db.ts'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { login } from '#contract/login.ts'
import { loginLog } from '#contract/sessions.ts'
import { users } from '#contract/users.ts'
import { sessions, users as accounts } from '#server/schema.ts'
import { waitingForLocks } from '#tests/support/server/database-state.ts'
import { addPerson, password } from '#tests/support/actors/people.ts'
import { serverWithPeople } from '#tests/support/server/server-with-people.ts'
import { caller, signIn } from '#tests/support/server/server.ts'

const { server, people } = await serverWithPeople()

const day = 24 * 3_600_000

test.each(['anna@example.com', 'ANNA@Example.Com', ' anna ', 'annasub', 'ANNASUB'])(
  'the name “%s” signs in, regardless of case',
  async (account) => {
    const reply = await caller(server, null).call(login.login, { account, password })
    expect(reply).toMatchObject({
      status: 200,
      success: true,
      msg: 'Done',
      data: { sk: expect.stringMatching(/^[\w-]{43}$/) },
    })
    expect((await caller(server, reply.data).call(users.get, {})).data).toMatchObject({
      userId: reply.data.userId,
    })
  },
)

test.each([
  ['zh-CN', '账号或密码错误'],
  ['en-US', 'Wrong username or password.'],
] as const)('a wrong password and an unknown name get the same refusal (%s)', async (lang, msg) => {
  const visitor = caller(server, null, lang)
  const wrongPassword = await visitor.call(login.login, {
    account: 'anna',
    password: 'something else',
  })
  const unknownName = await visitor.call(login.login, {
    account: 'nobody',
    password: 'something else',
  })
  expect(wrongPassword).toMatchObject({
    status: 200,
    success: false,
    msg,
    data: { code: 'wrongPassword' },
  })
  expect(unknownName.text).toBe(wrongPassword.text)
})

test('a disabled account is reported as such with the right password only', async () => {
  const visitor = caller(server, null)
  expect(
    await visitor.refused(login.login, { account: 'annagone', password: 'wrong one' }),
  ).toMatchObject({ code: 'wrongPassword' })
  expect(await visitor.refused(login.login, { account: 'annagone', password })).toMatchObject({
    status: 200,
    code: 'accountDisabled',
  })
})

test.each([
  ['disabled', { enabled: false }],
  ['given another password', { passwordHash: 'another' }],
])('an account that is %s during sign-in gets no session', async (state, change) => {
  const { db } = server.database
  const { userId, account } = await addPerson(db, {
    account: `${state}@example.com`.replaceAll(' ', '.'),
  })
  const signingIn = await transaction(db, async (tx) => {
    await tx.update(accounts).set(change).where(eq(accounts.userId, userId))
    const response = caller(server, null).refused(login.login, { account, password })
    await expect.poll(() => waitingForLocks(db)).toBe(1)
    return { answer: response }
  })
  expect(await signingIn.answer).toMatchObject({ code: 'accountDisabled' })
  expect(await db.$count(sessions, eq(sessions.userId, userId))).toBe(0)
})

test('a missing field is reported at the field, in the requested language', async () => {
  const refused = await caller(server, null, 'zh-CN').refused(login.login, {
    account: '',
    password: '',
  })
  expect(refused).toMatchObject({
    status: 200,
    code: 'invalid',
    fields: { account: '请输入用户名或邮箱', password: '请输入密码' },
  })
})

test('signing out ends the current session only', async () => {
  const [session, otherSession] = [await signIn(server, 'berta'), await signIn(server, 'berta')]
  expect(await session.call(login.logout, {})).toMatchObject({ success: true, data: null })
  expect(await session.refused(users.get, {})).toMatchObject({
    status: 700,
    code: 'sessionEnded',
    msg: 'Unauthorized, please log in again!',
  })
  expect(await otherSession.call(users.get, {})).toMatchObject({ status: 200, success: true })
})

test('each sign-in is logged with its address, newest first', async () => {
  const carl = await signIn(server, 'carl')
  const second = await signIn(server, 'carl')
  const page = (await second.call(loginLog.page, {})).data
  expect(page.total).toBe(2)
  expect(page.rows.map(({ id }) => id)).toEqual(['2', '1'])
  expect(page.rows[0]).toMatchObject({
    clientType: 'web',
    loginIp: expect.stringMatching(/^10\.\d+\.\d+\.1$/),
    loginDateTime: expect.stringMatching(/^\d{4}-/),
  })
  expect((await carl.call(loginLog.get, { id: '1' })).data).toEqual(page.rows[1])
})

test('consecutive days of use follow the business calendar', async () => {
  const days = async () =>
    (await (await signIn(server, 'annaother')).call(users.get, {})).data.lastLoginLog?.sumDay
  expect(await days()).toBe(1)
  expect(await days()).toBe(1)
  server.passTime(day)
  expect(await days()).toBe(2)
  server.passTime(day)
  expect(await days()).toBe(3)
  server.passTime(2 * day)
  expect(await days()).toBe(1)
  server.passTime(-4 * day)
})

test('a user sees balances, membership and role', async () => {
  const anna = (await (await signIn(server, 'anna')).call(users.get, {})).data
  expect(anna).toMatchObject({
    userId: people.anna.userId,
    parentUserId: null,
    account: 'Anna@example.com',
    username: 'anna',
    createChildUser: 1,
    enabled: 1,
    registerDateTime: '2026-01-02 11:04:05',
    memberGroup: { name: '标准版', translationBillingMode: 'char' },
    memberAccount: { usableCharNum: 1_000_000, usableVoiceNum: 100, usableImageNum: 50 },
  })
  const sub = (await (await signIn(server, 'annasub')).call(users.get, {})).data
  expect(sub).toMatchObject({
    parentUserId: people.anna.userId,
    createChildUser: 0,
    memberGroup: { name: '标准版' },
    inviteCode: null,
  })
})

test('a name is available or taken regardless of case and kind', async () => {
  const visitor = caller(server, null)
  expect((await visitor.call(login.checkUsername, { username: 'ANNASUB' })).data).toBe(false)
  expect((await visitor.call(login.checkUsername, { username: 'anna@example.com' })).data).toBe(
    false,
  )
  expect((await visitor.call(login.checkUsername, { username: 'newcomer' })).data).toBe(true)
  expect((await visitor.call(login.checkAccount, { account: 'anna@EXAMPLE.com' })).data).toBe(false)
  expect((await visitor.call(login.checkAccount, { account: 'new@example.com' })).data).toBe(true)
})
