/** Active sessions: listed and ended, in every process and with their event streams. */
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { login } from '#contract/login.ts'
import { sessions, type SessionRow } from '#contract/sessions.ts'
import { users } from '#contract/users.ts'
import { openNoticeStream } from '#tests/support/server/event-stream.ts'
import { enableTwoFactor } from '#tests/support/actors/authenticator.ts'
import { addPeople, addPerson, password } from '#tests/support/actors/people.ts'
import {
  caller,
  signIn,
  startServer,
  type Caller,
  type TestServer,
} from '#tests/support/server/server.ts'

let server: TestServer
let otherServer: TestServer
beforeAll(async () => {
  server = await startServer()
  otherServer = await startServer({}, server.database)
  await addPeople(server.database.db)
  await addPerson(server.database.db, { account: 'dora@example.com', username: 'dora' })
})
afterAll(async () => {
  await otherServer.close()
  await server.close()
})
beforeEach(() => server.services.db.execute(sql`truncate sessions, throttles`))

const hour = 3_600_000
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0'
const listOf = async (actor: Caller) => (await actor.call(sessions.page, {})).data
const isSignedIn = async (actor: Caller) => (await actor.call(users.get, {})).success
const othersOf = async (actor: Caller): Promise<SessionRow[]> =>
  (await listOf(actor)).rows.filter(({ current }) => current === 0)

test('sessions are listed with client and address, the current one first, with their total', async () => {
  await caller(server, null).call(
    login.login,
    { account: 'anna', password, clientType: 'windows' },
    { 'user-agent': 'Yiqiao/2.6' },
  )
  const { data } = await caller(server, null).call(
    login.login,
    { account: 'anna', password },
    { 'user-agent': firefox },
  )
  const currentCaller = caller(server, data)
  await signIn(server, 'berta')
  const list = await listOf(currentCaller)
  const times = {
    loginDateTime: expect.stringMatching(/^\d{4}-/),
    usedDateTime: expect.stringMatching(/^\d{4}-/),
  }
  expect(list).toEqual({
    total: 2,
    rows: [
      {
        id: expect.any(String),
        current: 1,
        browser: 'Firefox',
        system: 'Linux',
        clientType: 'web',
        loginIp: expect.stringMatching(/^10\./),
        ...times,
      },
      {
        id: expect.any(String),
        current: 0,
        browser: null,
        system: null,
        clientType: 'windows',
        loginIp: expect.stringMatching(/^10\./),
        ...times,
      },
    ],
  })
  expect((await currentCaller.call(sessions.page, { pageSize: 1, pageNum: 2 })).data).toEqual({
    total: 2,
    rows: list.rows.slice(1),
  })
})

test('an ended session is invalid in every process, its stream closes, others continue', async () => {
  const [currentCaller, ended, keptSession] = [
    await signIn(server, 'anna'),
    await signIn(server, 'anna'),
    await signIn(otherServer, 'anna'),
  ]
  const [endedStream, currentStream] = [
    await openNoticeStream(otherServer.api, ended),
    await openNoticeStream(server.api, currentCaller),
  ]
  const [newest, older] = (await othersOf(currentCaller)).toSorted(
    (a, b) => Number(b.id) - Number(a.id),
  )
  expect(newest!.id > older!.id).toBe(true)
  expect(await currentCaller.call(sessions.end, { id: older!.id })).toMatchObject({
    success: true,
    data: null,
  })
  expect(await ended.refused(users.get, {})).toMatchObject({ status: 700, code: 'sessionEnded' })
  expect(await caller(otherServer, ended.signer).refused(users.get, {})).toMatchObject({
    status: 700,
  })
  await vi.waitFor(() => expect(endedStream.hasEnded()).toBe(true), 30_000)
  expect([
    currentStream.hasEnded(),
    await isSignedIn(currentCaller),
    await isSignedIn(keptSession),
  ]).toEqual([false, true, true])
  await currentStream.close()
})

test('ending all other sessions returns their number', async () => {
  const [currentCaller, one, secondSession] = [
    await signIn(server, 'anna'),
    await signIn(server, 'anna'),
    await signIn(otherServer, 'anna'),
  ]
  const [sub, berta] = [await signIn(server, 'annasub'), await signIn(server, 'berta')]
  expect((await currentCaller.call(sessions.endOthers, {})).data).toEqual({ ended: 2 })
  expect(
    await Promise.all([currentCaller, one, secondSession, sub, berta].map(isSignedIn)),
  ).toEqual([true, false, false, true, true])
  expect((await currentCaller.call(sessions.endOthers, {})).data).toEqual({ ended: 0 })
})

test('foreign, unknown and malformed session ids get the same refusal', async () => {
  const [currentCaller, berta, sub] = [
    await signIn(server, 'anna'),
    await signIn(server, 'berta'),
    await signIn(server, 'annasub'),
  ]
  const [foreignId, subSessionId] = [
    (await listOf(berta)).rows[0]!.id,
    (await listOf(sub)).rows[0]!.id,
  ]
  const answers = await Promise.all(
    [foreignId, subSessionId, '999999999999', 'x', 'a'.repeat(64)].map((id) =>
      currentCaller.refused(sessions.end, { id }),
    ),
  )
  expect(new Set(answers.map((response) => JSON.stringify(response))).size).toBe(1)
  expect(answers[0]).toMatchObject({ status: 200, code: 'notFound' })
  expect(await Promise.all([berta, sub].map(isSignedIn))).toEqual([true, true])
})

test('the session list contains neither token, its hash nor the session key', async () => {
  const currentCaller = await signIn(server, 'anna')
  const { text } = await currentCaller.call(sessions.page, {})
  const token = currentCaller.headers()['auth-token']!
  for (const secret of [token, server.services.crypto.sha256(token), currentCaller.signer!.sk])
    expect(text).not.toContain(secret)
  const [{ id } = { id: '' }] = (await listOf(currentCaller)).rows
  expect(id).toMatch(/^\d{1,18}$/)
})

test('a changed password ends every session', async () => {
  const [currentCaller, endedStream] = [
    await signIn(server, 'carl'),
    await signIn(otherServer, 'carl'),
  ]
  expect(
    await currentCaller.call(users.changePassword, {
      oldPassword: password,
      password: 'another-of-carl',
    }),
  ).toMatchObject({ success: true })
  expect(await Promise.all([currentCaller, endedStream].map(isSignedIn))).toEqual([false, false])
})

test('of concurrent password changes one succeeds, and its password is valid', async () => {
  const newPasswords = ['first-of-berta', 'second-of-berta', 'third-of-berta', 'fourth-of-berta']
  const callers = await Promise.all(newPasswords.map(() => signIn(server, 'berta')))
  const change = async (actor: Caller, at: number) =>
    (await actor.call(users.changePassword, { oldPassword: password, password: newPasswords[at]! }))
      .success
  const changed = await Promise.all(callers.map(change))
  expect(changed.filter(Boolean)).toHaveLength(1)
  const { success } = await caller(server, null).call(login.login, {
    account: 'berta',
    password: newPasswords[changed.indexOf(true)]!,
  })
  expect(success).toBe(true)
})

test('a password reset and enabling two-factor end the streams of the ended sessions', async () => {
  const [currentCaller, stolen] = [await signIn(server, 'dora'), await signIn(otherServer, 'dora')]
  const [currentStream, stolenStream] = [
    await openNoticeStream(server.api, currentCaller),
    await openNoticeStream(otherServer.api, stolen),
  ]
  await enableTwoFactor(server, currentCaller)
  await vi.waitFor(() => expect(stolenStream.hasEnded()).toBe(true), 30_000)
  expect(currentStream.hasEnded()).toBe(false)
  const visitor = caller(server, null)
  await visitor.call(login.sendVCode, { account: 'dora' })
  const vcode = server.mailbox.codeFor('dora@example.com')
  expect(
    (await visitor.call(login.resetPassword, { email: 'dora', vcode, password: 'another-of-dora' }))
      .success,
  ).toBe(true)
  await vi.waitFor(() => expect(currentStream.hasEnded()).toBe(true), 30_000)
})

test('sessions are listed by last use, to some minutes, and without expired ones', async () => {
  const [currentCaller, secondOfThree, thirdSession] = [
    await signIn(server, 'anna'),
    await signIn(server, 'anna'),
    await signIn(server, 'anna'),
  ]
  server.passTime(hour)
  await isSignedIn(secondOfThree)
  await isSignedIn(currentCaller)
  const { rows } = await listOf(currentCaller)
  const [, second, thirdRow] = rows
  expect(second!.usedDateTime > thirdRow!.usedDateTime).toBe(true)
  expect(second!.loginDateTime <= thirdRow!.loginDateTime).toBe(true)
  expect((await othersOf(thirdSession)).length).toBe(2)
  server.passTime(7 * 24 * hour - 60_000)
  await isSignedIn(currentCaller)
  server.passTime(120_000)
  expect(await listOf(currentCaller)).toMatchObject({ total: 1, rows: [{ current: 1 }] })
})
