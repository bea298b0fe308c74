/**
 * Invitations: one reward per invited person, with limits against abuse and a reason for each
 * refusal.
 */
import { and, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { invites } from '#contract/invites.ts'
import { businessLimits } from '#contract/business-limits.ts'
import { login } from '#contract/login.ts'
import { notices as noticeCalls } from '#contract/notices.ts'
import { users as userCalls } from '#contract/users.ts'
import { accountLog, rewardedPeople, users } from '#server/schema.ts'
import { normalizeMailbox } from '#server/features/accounts/emails.ts'
import { addPerson, password, type Person } from '#tests/support/actors/people.ts'
import { caller, signedIn, signIn, type Caller } from '#tests/support/server/server.ts'
import { serverWithCatalogue } from '#tests/support/server/server-with-catalogue.ts'

const server = await serverWithCatalogue()

let nameCount = 0
const lettersOf = (n: number): string =>
  (n < 26 ? '' : lettersOf(Math.floor(n / 26) - 1)) + String.fromCharCode(97 + (n % 26))
/** A new unique name. */
const uniqueName = (prefix: string) => `${prefix}${lettersOf(nameCount++)}`

/** Registers a main account that invites others, with its invite code. */
async function newInviter(): Promise<{ person: Person; code: string; session: Caller }> {
  const name = uniqueName('inviter')
  await registerUser({ name })
  const [row] = await server.database.db.select().from(users).where(eq(users.username, name))
  const person = { ownerId: row!.ownerId, userId: row!.userId, account: row!.account }
  return { person, code: row!.inviteCode!, session: await signedIn(server, person) }
}

type Registration = {
  name?: string
  email?: string
  code?: string
  ip?: string
  browserId?: string
  as?: Caller
}

/** Registers a user, by default from its own network. Returns its name, id and characters. */
async function registerUser({
  name = uniqueName('guest'),
  email = `${name}@example.com`,
  code,
  ip = `172.16.${++networks % 256}.9`,
  browserId,
  as,
}: Registration) {
  const headers = { 'x-forwarded-for': ip }
  const visitor = as ?? caller(server, null)
  const codeReply = await visitor.call(login.sendVCode, { account: email }, headers)
  expect(codeReply.success).toBe(true)
  const vcode = server.mailbox.codeFor(email)
  const optional = { ...(code ? { inviteCode: code } : {}), ...(browserId ? { browserId } : {}) }
  const { success } = await visitor.call(
    login.register,
    { account: email, username: name, password, vcode, ...optional },
    headers,
  )
  expect(success).toBe(true)
  const { data } = await (await signIn(server, name)).call(userCalls.get, {})
  return { name, chars: data.memberAccount.usableCharNum, userId: String(data.userId) }
}
let networks = 0

const { freeTest, inviteReward } = businessLimits
const rewarded = freeTest.characters + inviteReward.characters

const invitationsOf = async ({ session }: { session: Caller }) =>
  (await session.call(invites.page, { pageSize: 100 })).data
const rewardsOf = async (of: { session: Caller }) =>
  (await invitationsOf(of)).rows.map((row) => row.reward)
const countOf = async ({ session }: { session: Caller }) =>
  (await session.call(userCalls.get, {})).data.inviteCount

async function rewardNoticesTo(name: string): Promise<string[]> {
  const { data } = await (await signIn(server, name)).call(noticeCalls.page, {})
  return data.rows.filter(({ type }) => type === 'inviteReward').map(({ content }) => content ?? '')
}

test('invited users are listed newest first with masked names, and counted', async () => {
  const host = await newInviter()
  const first = await registerUser({ name: 'anton', code: host.code })
  const second = await registerUser({ name: 'bea', code: host.code })
  expect([first.chars, second.chars]).toEqual([rewarded, rewarded])
  const { total, rows } = await invitationsOf(host)
  expect(total).toBe(2)
  expect(rows.map(({ name, reward: why }) => [name, why])).toEqual([
    ['b***', 'given'],
    ['a***n', 'given'],
  ])
  expect(JSON.stringify(rows)).not.toMatch(/example\.com|anton/)
  expect(await countOf(host)).toBe(2)
  expect(await rewardNoticesTo('anton')).toEqual([])
})

test('a sub-account lists no invitations, and another owner only their own', async () => {
  const host = await newInviter()
  await registerUser({ code: host.code })
  const sub = await addPerson(server.database.db, {
    account: uniqueName('sub'),
    owner: host.person,
  })
  expect(await (await signedIn(server, sub)).refused(invites.page, {})).toMatchObject({
    code: 'notAllowed',
  })
  expect(await invitationsOf(await newInviter())).toEqual({ total: 0, rows: [] })
})

test.each([
  ['with a tag', 'kim@example.com', ['kim+1@example.com', 'KIM+two@EXAMPLE.com']],
  [
    'with dots that the provider ignores',
    'lee.park@gmail.com',
    ['leepark@gmail.com', 'l.e.e.p.a.r.k+x@googlemail.com'],
  ],
])('one mailbox in different spellings, %s, is rewarded once', async (_, email, others) => {
  const [host, other] = [await newInviter(), await newInviter()]
  expect((await registerUser({ email, code: host.code })).chars).toBe(rewarded)
  for (const spelling of others)
    expect((await registerUser({ email: spelling, code: other.code })).chars).toBe(
      freeTest.characters,
    )
  expect(await rewardsOf(other)).toEqual(others.map(() => 'again'))
  expect([await countOf(host), await countOf(other)]).toEqual([1, 0])
})

test('eight concurrent registrations with spellings of one mailbox bring one reward', async () => {
  const host = await newInviter()
  const guests = await Promise.all(
    Array.from({ length: 8 }, (__, n) =>
      registerUser({ email: `maria+${n}@example.com`, code: host.code }),
    ),
  )
  expect(guests.filter(({ chars }) => chars === rewarded)).toHaveLength(1)
  expect((await rewardsOf(host)).filter((why) => why === 'given')).toHaveLength(1)
  expect(await countOf(host)).toBe(1)
})

test('inviting oneself brings no reward: signed in, as a sub-account, by a tag of the mailbox', async () => {
  const host = await newInviter()
  const sub = await addPerson(server.database.db, {
    account: uniqueName('sub'),
    owner: host.person,
  })
  const ownGuest = await registerUser({ code: host.code, as: host.session })
  await registerUser({ code: host.code, as: await signedIn(server, sub) })
  await registerUser({ email: host.person.account.replace('@', '+b@'), code: host.code })
  expect(await rewardsOf(host)).toEqual(['self', 'self', 'self'])
  expect(ownGuest.chars).toBe(freeTest.characters)
  expect(await rewardNoticesTo(ownGuest.name)).toEqual([expect.stringContaining('your own')])
  expect(await countOf(host)).toBe(0)
})

test('a session of another user or an ended one does not prevent the reward', async () => {
  const [host, friend] = [await newInviter(), await newInviter()]
  expect((await registerUser({ code: host.code, as: friend.session })).chars).toBe(rewarded)
  expect(
    (
      await registerUser({
        code: host.code,
        as: caller(server, { sk: 'ended', userId: host.person.userId }),
      })
    ).chars,
  ).toBe(rewarded)
})

test('a second account of one browser is rewarded only after a month', async () => {
  const host = await newInviter()
  const browserId = 'b1'.repeat(16)
  await registerUser({ browserId })
  const second = await registerUser({ code: host.code, browserId })
  expect(second.chars).toBe(freeTest.characters)
  expect(await rewardNoticesTo(second.name)).toEqual([expect.stringContaining('in this browser')])
  server.passTime(31 * 86_400_000)
  expect((await registerUser({ code: host.code, browserId })).chars).toBe(rewarded)
})

test('rewards are limited to ten per network and twenty per inviter a day, registrations are not', async () => {
  const [networkHost, host] = [await newInviter(), await newInviter()]
  for (let n = 0; n < 10; n++) await registerUser({ code: networkHost.code, ip: `198.51.100.${n}` })
  await registerUser({ email: 'eleventh@example.com', code: networkHost.code, ip: '198.51.100.10' })
  expect(await rewardsOf(networkHost)).toEqual([
    'network',
    ...Array.from({ length: 10 }, () => 'given'),
  ])
  for (let n = 0; n < 21; n++) await registerUser({ code: host.code })
  expect(await rewardsOf(host)).toEqual(['day', ...Array.from({ length: 20 }, () => 'given')])
  expect(await countOf(host)).toBe(20)
  server.passTime(86_400_001)
  expect(
    (
      await registerUser({
        email: 'eleventh+later@example.com',
        code: networkHost.code,
        ip: '198.51.100.77',
      })
    ).chars,
  ).toBe(rewarded)
  expect((await registerUser({ code: host.code })).chars).toBe(rewarded)
})

test('one IPv6 /48 gets at most twenty rewards a day', async () => {
  const hosts = [await newInviter(), await newInviter()]
  for (let n = 0; n < 24; n++)
    await registerUser({
      code: hosts[n % 2]!.code,
      ip: `2001:db8:77:${(n * 256 + n).toString(16)}::1`,
    })
  const reasons = [...(await rewardsOf(hosts[0]!)), ...(await rewardsOf(hosts[1]!))]
  expect(reasons.filter((why) => why === 'given')).toHaveLength(20)
  expect(reasons.filter((why) => why === 'network')).toHaveLength(4)
})

test('a mailbox that registers again brings no second reward; the cancelled account loses its name', async () => {
  const host = await newInviter()
  const email = 'phoenix@example.com'
  const first = await registerUser({ name: 'phoenix', email, code: host.code })
  expect(
    (await (await signIn(server, 'phoenix')).call(userCalls.cancel, { userPassword: password }))
      .success,
  ).toBe(true)
  expect(await invitationsOf(host)).toMatchObject({
    total: 1,
    rows: [{ id: first.userId, name: null, reward: 'given' }],
  })
  server.passTime(61_000)
  await registerUser({ name: 'phoenixtwo', email, code: host.code })
  expect(await rewardsOf(host)).toEqual(['again', 'given'])
  expect(await countOf(host)).toBe(1)
})

test('a cancelled uninvited account that returns by invitation brings no reward', async () => {
  const host = await newInviter()
  const email = 'lonely@example.com'
  await registerUser({ name: 'lonely', email })
  expect(
    (await (await signIn(server, 'lonely')).call(userCalls.cancel, { userPassword: password }))
      .success,
  ).toBe(true)
  server.passTime(61_000)
  expect((await registerUser({ name: 'lonelytwo', email, code: host.code })).chars).toBe(0)
  expect(await rewardsOf(host)).toEqual(['again'])
})

test('the code of a disabled inviter brings no reward', async () => {
  const host = await newInviter()
  await server.database.db
    .update(users)
    .set({ enabled: false })
    .where(eq(users.userId, host.person.userId))
  expect((await registerUser({ code: host.code })).chars).toBe(freeTest.characters)
})

test.each([
  ['zh-CN', '邀请码无效'],
  ['en-US', 'is not valid'],
] as const)('in %s registering returns the outcome of the invitation', async (lang, unknown) => {
  const host = await newInviter()
  const register = async (inviteCode: string | undefined, browserId?: string) => {
    const username = uniqueName('invited')
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
  const browserId = uniqueName('browser').repeat(4)
  expect(await register(host.code, browserId)).toEqual({ inviteReward: 'given' })
  expect(await register(host.code, browserId)).toEqual({
    inviteReward: 'browser',
    msg: expect.stringContaining(
      lang === 'zh-CN' ? '这个浏览器最近注册过其他账号' : 'registered in this browser recently',
    ),
  })
})

test('records of rewarded people contain keyed hashes only', async () => {
  await registerUser({ name: 'quentin', code: (await newInviter()).code })
  const hashes = await server.database.db.select({ mark: rewardedPeople.mark }).from(rewardedPeople)
  expect(hashes.length).toBeGreaterThan(0)
  expect(hashes.map(({ mark }) => mark).filter((mark) => !/^[\w-]{43}$/.test(mark))).toEqual([])
  expect(hashes.map(({ mark }) => mark)).not.toContain(
    server.services.crypto.sha256('quentin@example.com'),
  )
})

test('twenty concurrent registrations with one code open one account', async () => {
  const { db } = server.database
  const host = await newInviter()
  const account = 'crowd@example.com'
  await caller(server, null).call(login.sendVCode, { account })
  const form = {
    account,
    username: 'crowd',
    password,
    vcode: server.mailbox.codeFor(account),
    inviteCode: host.code,
  }
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => caller(server, null).call(login.register, form)),
  )
  expect(answers.filter(({ success }) => success)).toHaveLength(1)
  expect(answers.filter(({ status }) => status >= 500)).toEqual([])
  const accounts = await db.select().from(users).where(eq(users.account, account))
  expect(accounts).toHaveLength(1)
  const rewards = await db
    .select()
    .from(accountLog)
    .where(
      and(eq(accountLog.ownerId, accounts[0]!.ownerId), eq(accountLog.logType, 'INVITE_REWARD')),
    )
  expect(rewards).toHaveLength(1)
  expect(await rewardsOf(host)).toEqual(['given'])
  expect(await countOf(host)).toBe(1)
})

test('an e-mail address is normalised to its mailbox', () => {
  expect(
    [
      'A.B@GoogleMail.com',
      'a.b+c@example.com',
      ' Ab@Example.COM',
      '+a@example.com',
      'x.y@pm.me',
    ].map(normalizeMailbox),
  ).toEqual(['ab@gmail.com', 'a.b@example.com', 'ab@example.com', '+a@example.com', 'xy@proton.me'])
})
