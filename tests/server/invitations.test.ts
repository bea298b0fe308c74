/**
 * Invitations: a reward for each person who comes, once; a farmer of rewards gets accounts, is informed
 * why there is no reward, and may be seen.
 */
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { invites } from '#contract/invites.ts'
import { businessLimits } from '#contract/business-limits.ts'
import { login } from '#contract/login.ts'
import { notices as noticeCalls } from '#contract/notices.ts'
import { users as userCalls } from '#contract/users.ts'
import { accountLog, rewardedPeople, users } from '#server/schema.ts'
import { ensureCatalogue } from '#server/seed/catalogue.ts'
import { mailboxOf } from '#server/features/accounts/service.ts'
import { addPerson, password, type Person } from '#tests/support/actors/people.ts'
import {
  caller,
  signedIn,
  signIn,
  startServer,
  type Caller,
  type TestServer,
} from '#tests/support/server/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
  await ensureCatalogue(server.database.db)
})
afterAll(() => server.close())

let made = 0
const letters = (n: number): string =>
  (n < 26 ? '' : letters(Math.floor(n / 26) - 1)) + String.fromCharCode(97 + (n % 26))
/** A name that nobody has. */
const fresh = (what: string) => `${what}${letters(made++)}`

/** A main account that invites, with a code as registering gives one. */
async function inviter(): Promise<{ person: Person; code: string; session: Caller }> {
  const name = fresh('inviter')
  await comes({ name })
  const [row] = await server.database.db.select().from(users).where(eq(users.username, name))
  const person = { ownerId: row!.ownerId, userId: row!.userId, account: row!.account }
  return { person, code: row!.inviteCode!, session: await signedIn(server, person) }
}

type Coming = {
  name?: string
  email?: string
  code?: string
  ip?: string
  browserId?: string
  as?: Caller
}

/**
 * Registers and returns the data used. Every user has a network of their own, unless given
 * otherwise.
 */
async function comes({
  name = fresh('guest'),
  email = `${name}@example.com`,
  code,
  ip = `172.16.${++networks % 256}.9`,
  browserId,
  as,
}: Coming) {
  const from = { 'x-forwarded-for': ip }
  const visitor = as ?? caller(server, null)
  const sent = await visitor.call(login.sendVCode, { account: email }, from)
  expect(sent.success).toBe(true)
  const vcode = server.mailbox.codeFor(email)
  const optional = { ...(code ? { inviteCode: code } : {}), ...(browserId ? { browserId } : {}) }
  const { success } = await visitor.call(
    login.register,
    { account: email, username: name, password, vcode, ...optional },
    from,
  )
  expect(success).toBe(true)
  const { data } = await (await signIn(server, name)).call(userCalls.get, {})
  return { name, chars: data.memberAccount.usableCharNum, userId: String(data.userId) }
}
let networks = 0

const { freeTest, reward } = businessLimits
const rewarded = freeTest.characters + reward.invited

const listed = async ({ session }: { session: Caller }) =>
  (await session.call(invites.page, { pageSize: 100 })).data
const whyOf = async (of: { session: Caller }) => (await listed(of)).rows.map((row) => row.reward)
const countOf = async ({ session }: { session: Caller }) =>
  (await session.call(userCalls.get, {})).data.inviteCount

async function toldTo(name: string): Promise<string[]> {
  const { data } = await (await signIn(server, name)).call(noticeCalls.page, {})
  return data.rows.filter(({ type }) => type === 'inviteReward').map(({ content }) => content ?? '')
}

test('who came is listed newest first, by a name that is masked, and counted', async () => {
  const host = await inviter()
  const first = await comes({ name: 'anton', code: host.code })
  const second = await comes({ name: 'bea', code: host.code })
  expect([first.chars, second.chars]).toEqual([rewarded, rewarded])
  const { total, rows } = await listed(host)
  expect(total).toBe(2)
  expect(rows.map(({ name, reward: why }) => [name, why])).toEqual([
    ['b***', 'given'],
    ['a***n', 'given'],
  ])
  expect(JSON.stringify(rows)).not.toMatch(/example\.com|anton/)
  expect(await countOf(host)).toBe(2)
  expect(await toldTo('anton')).toEqual([])
})

test('a sub-account invites nobody and lists nothing; another owner sees their own list only', async () => {
  const host = await inviter()
  await comes({ code: host.code })
  const sub = await addPerson(server.database.db, { account: fresh('sub'), owner: host.person })
  expect(await (await signedIn(server, sub)).refused(invites.page, {})).toMatchObject({
    code: 'notAllowed',
  })
  expect(await listed(await inviter())).toEqual({ total: 0, rows: [] })
})

test.each([
  ['with a tag', 'kim@example.com', ['kim+1@example.com', 'KIM+two@EXAMPLE.com']],
  [
    'with dots where they mean nothing',
    'lee.park@gmail.com',
    ['leepark@gmail.com', 'l.e.e.p.a.r.k+x@googlemail.com'],
  ],
])('one mailbox written in another way, %s, is rewarded once', async (_, email, others) => {
  const [host, other] = [await inviter(), await inviter()]
  expect((await comes({ email, code: host.code })).chars).toBe(rewarded)
  for (const again of others)
    expect((await comes({ email: again, code: other.code })).chars).toBe(freeTest.characters)
  expect(await whyOf(other)).toEqual(others.map(() => 'again'))
  expect([await countOf(host), await countOf(other)]).toEqual([1, 0])
})

test('twenty ways to write one mailbox, at once: one reward', async () => {
  const host = await inviter()
  const many = await Promise.all(
    Array.from({ length: 20 }, (__, n) =>
      comes({ email: `maria+${n}@example.com`, code: host.code }),
    ),
  )
  expect(many.filter(({ chars }) => chars === rewarded)).toHaveLength(1)
  expect((await whyOf(host)).filter((why) => why === 'given')).toHaveLength(1)
  expect(await countOf(host)).toBe(1)
})

test('nobody invites themselves: not signed in, not as a sub-account, not by a tag of the own mailbox', async () => {
  const host = await inviter()
  const sub = await addPerson(server.database.db, { account: fresh('sub'), owner: host.person })
  const mine = await comes({ code: host.code, as: host.session })
  await comes({ code: host.code, as: await signedIn(server, sub) })
  await comes({ email: host.person.account.replace('@', '+b@'), code: host.code })
  expect(await whyOf(host)).toEqual(['self', 'self', 'self'])
  expect(mine.chars).toBe(freeTest.characters)
  expect(await toldTo(mine.name)).toEqual([expect.stringContaining('your own')])
  expect(await countOf(host)).toBe(0)
})

test('somebody else signed in in the browser, or a session that has ended, keeps nobody from the reward', async () => {
  const [host, friend] = [await inviter(), await inviter()]
  expect((await comes({ code: host.code, as: friend.session })).chars).toBe(rewarded)
  expect(
    (
      await comes({
        code: host.code,
        as: caller(server, { sk: 'ended', userId: host.person.userId }),
      })
    ).chars,
  ).toBe(rewarded)
})

test('a second account of one browser is rewarded only after a month', async () => {
  const host = await inviter()
  const browserId = 'b1'.repeat(16)
  await comes({ browserId })
  const second = await comes({ code: host.code, browserId })
  expect(second.chars).toBe(freeTest.characters)
  expect(await toldTo(second.name)).toEqual([expect.stringContaining('in this browser')])
  server.passTime(31 * 86_400_000)
  expect((await comes({ code: host.code, browserId })).chars).toBe(rewarded)
})

test('ten rewards per network and twenty per inviter a day; accounts are opened in any case', async () => {
  const [farm, host] = [await inviter(), await inviter()]
  for (let n = 0; n < 10; n++) await comes({ code: farm.code, ip: `198.51.100.${n}` })
  await comes({ email: 'eleventh@example.com', code: farm.code, ip: '198.51.100.10' })
  expect(await whyOf(farm)).toEqual(['network', ...Array.from({ length: 10 }, () => 'given')])
  for (let n = 0; n < 21; n++) await comes({ code: host.code })
  expect(await whyOf(host)).toEqual(['day', ...Array.from({ length: 20 }, () => 'given')])
  expect(await countOf(host)).toBe(20)
  server.passTime(86_400_001)
  expect(
    (await comes({ email: 'eleventh+later@example.com', code: farm.code, ip: '198.51.100.77' }))
      .chars,
  ).toBe(rewarded)
  expect((await comes({ code: host.code })).chars).toBe(rewarded)
})

test('of all networks of one IPv6 /48 twenty are rewarded in a day', async () => {
  const hosts = [await inviter(), await inviter()]
  for (let n = 0; n < 24; n++)
    await comes({ code: hosts[n % 2]!.code, ip: `2001:db8:77:${(n * 256 + n).toString(16)}::1` })
  const reasons = [...(await whyOf(hosts[0]!)), ...(await whyOf(hosts[1]!))]
  expect(reasons.filter((why) => why === 'given')).toHaveLength(20)
  expect(reasons.filter((why) => why === 'network')).toHaveLength(4)
})

test('a reopened account brings no second reward, and its name leaves the list', async () => {
  const host = await inviter()
  const email = 'phoenix@example.com'
  const first = await comes({ name: 'phoenix', email, code: host.code })
  expect(
    (await (await signIn(server, 'phoenix')).call(userCalls.cancel, { userPassword: password }))
      .success,
  ).toBe(true)
  expect(await listed(host)).toMatchObject({
    total: 1,
    rows: [{ id: first.userId, name: null, reward: 'given' }],
  })
  server.passTime(61_000)
  await comes({ name: 'phoenixtwo', email, code: host.code })
  expect(await whyOf(host)).toEqual(['again', 'given'])
  expect(await countOf(host)).toBe(1)
})

test('an account that came uninvited, was cancelled and is opened again by an invitation brings no reward', async () => {
  const host = await inviter()
  const email = 'lonely@example.com'
  await comes({ name: 'lonely', email })
  expect(
    (await (await signIn(server, 'lonely')).call(userCalls.cancel, { userPassword: password }))
      .success,
  ).toBe(true)
  server.passTime(61_000)
  expect((await comes({ name: 'lonelytwo', email, code: host.code })).chars).toBe(0)
  expect(await whyOf(host)).toEqual(['again'])
})

test('the code of an inviter who was shut out rewards nobody', async () => {
  const host = await inviter()
  await server.database.db
    .update(users)
    .set({ enabled: false })
    .where(eq(users.userId, host.person.userId))
  expect((await comes({ code: host.code })).chars).toBe(freeTest.characters)
})

test.each([
  ['zh-CN', '邀请码无效'],
  ['en-US', 'is not valid'],
] as const)('in %s registering tells what became of the invitation', async (lang, unknown) => {
  const host = await inviter()
  const register = async (inviteCode: string | undefined, browserId?: string) => {
    const username = fresh('invited')
    const account = `${username}@example.com`
    const visitor = caller(server, null, lang)
    await visitor.call(login.sendVCode, { account })
    const vcode = server.mailbox.codeFor(account)
    return (
      await visitor.call(login.register, {
        account,
        username,
        password,
        vcode,
        inviteCode,
        browserId,
      })
    ).data
  }
  expect(await register(undefined)).toBeNull()
  expect(await register('nobody')).toEqual({
    inviteReward: 'unknown',
    msg: expect.stringContaining(unknown),
  })
  const browserId = fresh('browser').repeat(4)
  expect(await register(host.code, browserId)).toEqual({ inviteReward: 'given' })
  expect(await register(host.code, browserId)).toEqual({
    inviteReward: 'browser',
    msg: expect.stringContaining(
      lang === 'zh-CN' ? '这个浏览器最近注册过其他账号' : 'registered in this browser recently',
    ),
  })
})

test('what is kept of those who were rewarded names nobody', async () => {
  await comes({ name: 'quentin', code: (await inviter()).code })
  const marks = await server.database.db.select({ mark: rewardedPeople.mark }).from(rewardedPeople)
  expect(marks.length).toBeGreaterThan(0)
  expect(marks.map(({ mark }) => mark).filter((mark) => !/^[\w-]{43}$/.test(mark))).toEqual([])
  expect(marks.map(({ mark }) => mark)).not.toContain(
    server.services.crypto.sha256('quentin@example.com'),
  )
})

/** How many register at the same moment; `REGISTRATIONS=1000` for the whole crowd. */
const crowd = Number(process.env['REGISTRATIONS'] ?? 100)

test(`${crowd} registrations at once with one e-mail and one code: one account, one reward`, async () => {
  const { db } = server.database
  const host = await inviter()
  const account = 'crowd@example.com'
  await caller(server, null).call(login.sendVCode, { account })
  const typed = {
    account,
    username: 'crowd',
    password,
    vcode: server.mailbox.codeFor(account),
    inviteCode: host.code,
  }
  const answers = await Promise.all(
    Array.from({ length: crowd }, () => caller(server, null).call(login.register, typed)),
  )
  expect(answers.filter(({ success }) => success)).toHaveLength(1)
  expect(answers.filter(({ status }) => status >= 500)).toEqual([])
  const opened = await db.select().from(users).where(eq(users.account, account))
  expect(opened).toHaveLength(1)
  const rewards = await db
    .select()
    .from(accountLog)
    .where(and(eq(accountLog.ownerId, opened[0]!.ownerId), eq(accountLog.logType, 'INVITE_REWARD')))
  expect(rewards).toHaveLength(1)
  expect(await whyOf(host)).toEqual(['given'])
  expect(await countOf(host)).toBe(1)
})

test('which mailbox an address leads to', () => {
  expect(
    [
      'A.B@GoogleMail.com',
      'a.b+c@example.com',
      ' Ab@Example.COM',
      '+a@example.com',
      'x.y@pm.me',
    ].map(mailboxOf),
  ).toEqual(['ab@gmail.com', 'a.b@example.com', 'ab@example.com', '+a@example.com', 'xy@proton.me'])
})
