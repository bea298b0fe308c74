/** Where one is signed in: listed, and ended at once, in every process and with its stream. */
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
let other: TestServer
beforeAll(async () => {
  server = await startServer()
  other = await startServer({}, server.database)
  await addPeople(server.database.db)
  await addPerson(server.database.db, { account: 'dora@example.com', username: 'dora' })
})
afterAll(async () => {
  await other.close()
  await server.close()
})
beforeEach(() => server.services.db.execute(sql`truncate sessions, throttles`))

const hour = 3_600_000
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0'
const listOf = async (who: Caller) => (await who.call(sessions.page, {})).data
const isIn = async (who: Caller) => (await who.call(users.get, {})).success
const othersOf = async (who: Caller): Promise<SessionRow[]> =>
  (await listOf(who)).rows.filter(({ current }) => current === 0)

test('each sign-in is listed with its client and its address, this one first, and as many as there are', async () => {
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
  const here = caller(server, data)
  await signIn(server, 'berta')
  const list = await listOf(here)
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
  expect((await here.call(sessions.page, { pageSize: 1, pageNum: 2 })).data).toEqual({
    total: 2,
    rows: list.rows.slice(1),
  })
})

test('an ended session is over at once in every process, its stream closes, and no other session feels it', async () => {
  const [here, gone, stays] = [
    await signIn(server, 'anna'),
    await signIn(server, 'anna'),
    await signIn(other, 'anna'),
  ]
  const [elsewhere, mine] = [
    await openNoticeStream(other.api, gone),
    await openNoticeStream(server.api, here),
  ]
  const [newest, older] = (await othersOf(here)).toSorted((a, b) => Number(b.id) - Number(a.id))
  expect(newest!.id > older!.id).toBe(true)
  expect(await here.call(sessions.end, { id: older!.id })).toMatchObject({
    success: true,
    data: null,
  })
  expect(await gone.refused(users.get, {})).toMatchObject({ status: 700, code: 'sessionEnded' })
  expect(await caller(other, gone.signer).refused(users.get, {})).toMatchObject({ status: 700 })
  await vi.waitFor(() => expect(elsewhere.hasEnded()).toBe(true), 30_000)
  expect([mine.hasEnded(), await isIn(here), await isIn(stays)]).toEqual([false, true, true])
  await mine.close()
})

test('all other sessions end at once, and their number is returned', async () => {
  const [here, one, two] = [
    await signIn(server, 'anna'),
    await signIn(server, 'anna'),
    await signIn(other, 'anna'),
  ]
  const [sub, berta] = [await signIn(server, 'annasub'), await signIn(server, 'berta')]
  expect((await here.call(sessions.endOthers, {})).data).toEqual({ ended: 2 })
  expect(await Promise.all([here, one, two, sub, berta].map(isIn))).toEqual([
    true,
    false,
    false,
    true,
    true,
  ])
  expect((await here.call(sessions.endOthers, {})).data).toEqual({ ended: 0 })
})

test('nobody ends a session of somebody else, and what is no id is answered alike', async () => {
  const [here, berta, sub] = [
    await signIn(server, 'anna'),
    await signIn(server, 'berta'),
    await signIn(server, 'annasub'),
  ]
  const [foreign, below] = [(await listOf(berta)).rows[0]!.id, (await listOf(sub)).rows[0]!.id]
  const answers = await Promise.all(
    [foreign, below, '999999999999', 'x', 'a'.repeat(64)].map((id) =>
      here.refused(sessions.end, { id }),
    ),
  )
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
  expect(answers[0]).toMatchObject({ status: 200, code: 'notFound' })
  expect(await Promise.all([berta, sub].map(isIn))).toEqual([true, true])
})

test('what is listed is neither the token nor its hash', async () => {
  const here = await signIn(server, 'anna')
  const { text } = await here.call(sessions.page, {})
  const token = here.headers()['auth-token']!
  for (const secret of [token, server.services.crypto.sha256(token), here.signer!.sk])
    expect(text).not.toContain(secret)
  const [{ id } = { id: '' }] = (await listOf(here)).rows
  expect(id).toMatch(/^\d{1,18}$/)
})

test('a changed password ends every session', async () => {
  const [here, elsewhere] = [await signIn(server, 'carl'), await signIn(other, 'carl')]
  expect(
    await here.call(users.changePassword, { oldPassword: password, password: 'another-of-carl' }),
  ).toMatchObject({ success: true })
  expect(await Promise.all([here, elsewhere].map(isIn))).toEqual([false, false])
})

test('of several who change one password at once, one does, and it is that one’s from then on', async () => {
  const typed = ['first-of-berta', 'second-of-berta', 'third-of-berta', 'fourth-of-berta']
  const everywhere = await Promise.all(typed.map(() => signIn(server, 'berta')))
  const change = async (who: Caller, at: number) =>
    (await who.call(users.changePassword, { oldPassword: password, password: typed[at]! })).success
  const changed = await Promise.all(everywhere.map(change))
  expect(changed.filter(Boolean)).toHaveLength(1)
  const { success } = await caller(server, null).call(login.login, {
    account: 'berta',
    password: typed[changed.indexOf(true)]!,
  })
  expect(success).toBe(true)
})

test('a password reset and enabling two-factor end the streams of the ended sessions', async () => {
  const [here, stolen] = [await signIn(server, 'dora'), await signIn(other, 'dora')]
  const [mine, theirs] = [
    await openNoticeStream(server.api, here),
    await openNoticeStream(other.api, stolen),
  ]
  await enableTwoFactor(server, here)
  await vi.waitFor(() => expect(theirs.hasEnded()).toBe(true), 30_000)
  expect(mine.hasEnded()).toBe(false)
  const visitor = caller(server, null)
  await visitor.call(login.sendVCode, { account: 'dora' })
  const vcode = server.mailbox.codeFor('dora@example.com')
  expect(
    (await visitor.call(login.resetPassword, { email: 'dora', vcode, password: 'another-of-dora' }))
      .success,
  ).toBe(true)
  await vi.waitFor(() => expect(mine.hasEnded()).toBe(true), 30_000)
})

test('what was used last comes first, to some minutes, and what has lapsed is not listed', async () => {
  const [here, early, late] = [
    await signIn(server, 'anna'),
    await signIn(server, 'anna'),
    await signIn(server, 'anna'),
  ]
  server.passTime(hour)
  await isIn(early)
  await isIn(here)
  const { rows } = await listOf(here)
  const [, second, third] = rows
  expect(second!.usedDateTime > third!.usedDateTime).toBe(true)
  expect(second!.loginDateTime <= third!.loginDateTime).toBe(true)
  expect((await othersOf(late)).length).toBe(2)
  server.passTime(7 * 24 * hour - 60_000)
  await isIn(here)
  server.passTime(120_000)
  expect(await listOf(here)).toMatchObject({ total: 1, rows: [{ current: 1 }] })
})
