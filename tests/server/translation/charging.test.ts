/** Charging translations: the amount, the cases without a charge, and once per request. */
import { and, eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { translation, translationLimits } from '#contract/translation.ts'
import { balances, reservations, usageDays, translationLog, users } from '#server/schema.ts'
import { releaseExpired } from '#server/features/ledger/reservations/release-reservation.ts'
import {
  leaseMilliseconds,
  reserveChars,
} from '#server/features/ledger/reservations/reserve-chars.ts'
import { ChannelFailure } from '#server/features/translation/translator.ts'
import { addAccountGroup } from '#tests/support/actors/account-groups.ts'
import { buyPackage } from '#tests/support/actors/memberships.ts'
import { type Person, balanceOf, accountLogOf } from '#tests/support/actors/people.ts'
import { discrepancies } from '#tests/support/server/ledger-checks.ts'
import { signedIn, type Caller } from '#tests/support/server/server.ts'
import {
  echo,
  scriptedTranslators,
  type Script,
} from '#tests/support/gateways/scripted-translator.ts'
import { serverWithCatalogue } from '#tests/support/server/server-with-catalogue.ts'

let currentScript: Script = echo
const scriptedVendor = scriptedTranslators(
  (request, engine) => currentScript(request, engine),
  ['youdao'],
)

const server = await serverWithCatalogue({ translators: scriptedVendor.translators })
beforeEach(() => {
  currentScript = echo
  scriptedVendor.requests.length = 0
})

async function createAccountGroup({
  main = 0,
  sub = 0,
  auto = false,
  groupId = '2',
}: {
  main?: number
  sub?: number
  auto?: boolean
  groupId?: string
}) {
  const { db } = server.database
  const group = await addAccountGroup(server, { groupId, quota: [{ chars: main }, { chars: sub }] })
  const { main: owner, subs, asMain: asOwner, asSubs } = group
  if (auto)
    await db.update(users).set({ autoDistribution: true }).where(eq(users.userId, owner.userId))
  return { owner, child: subs[0]!, asOwner, asChild: asSubs[0]! }
}
const translate = (caller: Caller, text: string, overrides: object = {}, key?: string) =>
  caller.call(
    translation.text,
    { source: 'zh', target: 'en', text, ...overrides },
    key === undefined ? {} : { 'idempotency-key': key },
  )
const refusal = async (caller: Caller, text: string, overrides: object = {}) =>
  caller.refused(translation.text, { source: 'zh', target: 'en', text, ...overrides })
const balance = ({ ownerId, userId }: Person) => balanceOf(server.database.db, ownerId, userId)
const openReservations = ({ ownerId }: Person) =>
  server.database.db.$count(reservations, eq(reservations.ownerId, ownerId))
const typesOf = async ({ ownerId, userId }: Person) =>
  (await accountLogOf(server.database.db, ownerId, userId)).map(({ logType }) => logType)

test('a translation is charged by code points, logged once, and returns its cost', async () => {
  const { child, asChild } = await createAccountGroup({ sub: 100 })
  currentScript = async () => ({ translated: 'Hello 😀', detected: 'zh' })
  const { data } = await translate(asChild, '你好😀👨‍👩‍👧', { source: 'auto' })
  expect(data).toEqual({ translated: 'Hello 😀', detected: 'zh', chars: 8, tranChannelId: '1' })
  expect(await balance(child)).toMatchObject({
    chars: 92,
    usedChars: 8,
    reservedChars: 0,
    translating: 0,
  })
  expect(await typesOf(child)).toEqual(['SYS_ADJUST', 'TRANSLATION_CONSUME'])
  const ownRows = and(
    eq(translationLog.ownerId, child.ownerId),
    eq(translationLog.userId, child.userId),
  )
  const rows = await server.database.db.select().from(translationLog).where(ownRows)
  expect(rows).toMatchObject([
    { chars: 8, source: 'zh', target: 'en', clientType: 'web', channelId: '1', mode: 'char' },
  ])
  expect(
    await server.database.db.select().from(usageDays).where(eq(usageDays.userId, child.userId)),
  ).toMatchObject([{ chars: 8, count: 1, source: 'zh' }])
})

test('while a vendor is called the characters are reserved, and nothing is logged', async () => {
  const { owner, child, asChild, asOwner } = await createAccountGroup({ main: 100, sub: 10 })
  let markCalled = () => {}
  let respond = (_: { translated: string }) => {}
  const vendorCalled = new Promise<void>((resolve) => (markCalled = resolve))
  currentScript = () => {
    markCalled()
    return new Promise((resolve) => (respond = resolve))
  }
  const first = translate(asChild, '一二三四五六七八')
  await vendorCalled
  expect(await balance(child)).toMatchObject({ chars: 10, reservedChars: 8, translating: 1 })
  expect(await refusal(asChild, '一二三')).toMatchObject({
    code: 'notEnough',
    msg: expect.stringContaining('has 2 characters left and needs 3.') as string,
  })
  expect(
    (
      await asOwner.send('POST', '/user/reclaim', {
        childUserId: child.userId,
        changeCharNum: 3,
        changeVoiceNum: 0,
        changeImageNum: 0,
      })
    ).success,
  ).toBe(false)
  expect(await typesOf(child)).toEqual(['SYS_ADJUST'])
  expect(await discrepancies(server.database.db)).toEqual([])
  respond({ translated: 'eight' })
  expect((await first).data.chars).toBe(8)
  expect(await balance(child)).toMatchObject({ chars: 2, reservedChars: 0, translating: 0 })
  expect(await balance(owner)).toMatchObject({ chars: 100, reservedChars: 0 })
})

test.each([
  ['busy', new ChannelFailure('busy', 'HTTP 500'), 'channelBusy'],
  ['closed', new ChannelFailure('closed', 'HTTP 401'), 'channelClosed'],
  ['without the pair', new ChannelFailure('pair', 'HTTP 400'), 'languagePair'],
  ['without this text', new ChannelFailure('text', 'HTTP 400'), 'textRefused'],
  ['garbled', new ChannelFailure('garbled', '{}'), 'channelBusy'],
])(
  'a channel that is %s charges nothing and leaves no reservation',
  async (_what, failure, code) => {
    const { owner, child, asChild } = await createAccountGroup({ main: 100, sub: 2, auto: true })
    currentScript = () => Promise.reject(failure)
    const refused = await refusal(asChild, '一二三四')
    expect(refused).toMatchObject({ status: 200, code })
    expect(refused.msg).not.toContain(failure.message)
    expect([await balance(owner), await balance(child)]).toMatchObject([
      { chars: 100, reservedChars: 0 },
      { chars: 2, reservedChars: 0, translating: 0 },
    ])
    expect([await openReservations(child), await typesOf(child), await typesOf(owner)]).toEqual([
      0,
      ['SYS_ADJUST'],
      ['SYS_ADJUST'],
    ])
  },
)

test('an internal error charges nothing', async () => {
  const { child, asChild } = await createAccountGroup({ sub: 9 })
  currentScript = () => Promise.reject(new TypeError('a bug'))
  expect(await refusal(asChild, '一二')).toMatchObject({ status: 500, code: 'serverError' })
  expect(await balance(child)).toMatchObject({ chars: 9, reservedChars: 0, translating: 0 })
})

test('missing characters are reserved at the main account, and drawn when charged', async () => {
  const { owner, child, asChild } = await createAccountGroup({ main: 100, sub: 2, auto: true })
  currentScript = async () => {
    expect(await balance(owner)).toMatchObject({ chars: 100, reservedChars: 3 })
    return { translated: 'five' }
  }
  expect((await translate(asChild, '一二三四五')).data.translated).toBe('five')
  expect([(await balance(owner)).chars, (await balance(child)).chars]).toEqual([97, 0])
  expect(await typesOf(child)).toEqual(['SYS_ADJUST', 'DISTRIBUTION', 'TRANSLATION_CONSUME'])
  expect((await balance(owner)).reservedChars).toBe(0)
  expect(await refusal(asChild, '一'.repeat(98))).toMatchObject({ code: 'notEnough' })
})

test('reserved characters of the main account cannot be drawn', async () => {
  const { owner, asChild } = await createAccountGroup({ main: 10, sub: 2, auto: true })
  await reserveChars(
    server.database.db,
    { ...owner, chars: 7, usesMainQuota: false },
    new Date(server.now()),
  )
  expect(await refusal(asChild, '一二三四五六')).toMatchObject({ code: 'notEnough' })
  expect(scriptedVendor.requests).toEqual([])
  expect((await translate(asChild, '一二三四五')).success).toBe(true)
})

test('with a monthly package sub-accounts cannot translate and keep their characters', async () => {
  const { owner, child, asOwner, asChild } = await createAccountGroup({
    main: 5_000,
    sub: 100,
    auto: true,
  })
  expect((await translate(asChild, '一二')).success).toBe(true)
  await buyPackage(server, owner, '6')
  expect((await translate(asOwner, '一二')).data).toMatchObject({ chars: 0 })
  scriptedVendor.requests.length = 0
  const before = await balance(child)
  expect(before.chars).toBeGreaterThan(0)
  expect(await refusal(asChild, '一二')).toMatchObject({
    status: 200,
    code: 'notEnough',
    msg: expect.stringContaining('is on a monthly package, which doesn’t support sub-accounts'),
  })
  expect(scriptedVendor.requests).toEqual([])
  expect(await balance(child)).toEqual(before)
  await buyPackage(server, owner, '2')
  expect((await translate(asChild, '一二')).data).toMatchObject({ chars: 2 })
})

test('a time plan is not charged characters until it expires', async () => {
  const { owner, asOwner } = await createAccountGroup({ groupId: '6' })
  expect(await refusal(asOwner, '一')).toMatchObject({ code: 'planExpired' })
  await server.database.db
    .update(balances)
    .set({ expiresAt: new Date(server.now() + 60_000) })
    .where(eq(balances.userId, owner.userId))
  expect((await translate(asOwner, '一二')).data).toEqual({
    translated: 'en:一二',
    chars: 0,
    tranChannelId: '1',
  })
  expect(await balance(owner)).toMatchObject({ chars: 0, usedChars: 2, translating: 0 })
  await server.database.db
    .update(balances)
    .set({ expiresAt: null })
    .where(eq(balances.userId, owner.userId))
})

test('untranslatable input is refused before any reservation', async () => {
  const { owner, asOwner } = await createAccountGroup({ main: 20_000 })
  const fieldOf = async (text: string) => (await refusal(asOwner, text)).fields
  expect(await fieldOf(' \n ')).toHaveProperty('text')
  expect(await fieldOf('😀'.repeat(5_001))).toHaveProperty('text', expect.stringContaining('5000'))
  expect((await translate(asOwner, '😀'.repeat(5_000))).data.chars).toBe(5_000)
  expect(await refusal(asOwner, '一', { target: 'xx' })).toMatchObject({ code: 'languagePair' })
  expect(await refusal(asOwner, '一', { target: 'zh' })).toMatchObject({ code: 'languagePair' })
  await server.database.db
    .update(users)
    .set({ channelId: '2' })
    .where(eq(users.userId, owner.userId))
  expect(await refusal(asOwner, '一')).toMatchObject({ code: 'channelClosed' })
  expect(scriptedVendor.requests).toHaveLength(1)
})

test('one idempotency key is translated and charged once, with one response', async () => {
  const { child, asChild } = await createAccountGroup({ sub: 100 })
  const [first, repeated] = [
    await translate(asChild, '一二三', {}, 'once'),
    await translate(asChild, '一二三', {}, 'once'),
  ]
  expect(repeated.text).toBe(first.text)
  const concurrentReplies = await Promise.all(
    Array.from({ length: 8 }, () => translate(asChild, '四', {}, 'many')),
  )
  expect(new Set(concurrentReplies.map(({ text }) => text)).size).toBe(1)
  expect(scriptedVendor.requests).toHaveLength(2)
  expect(await balance(child)).toMatchObject({ chars: 96, usedChars: 4 })
})

test('a call that was taken over and finishes late is not charged again', async () => {
  const { child, asChild } = await createAccountGroup({ sub: 100 })
  let respond = (_: { translated: string }) => {}
  currentScript = () => new Promise((resolve) => (respond = resolve))
  const abandoned = translate(asChild, '一二三', {}, 'late')
  await expect.poll(() => scriptedVendor.requests).toHaveLength(1)
  currentScript = echo
  server.passTime(2 * 60_000 + 1)
  const takenOver = await translate(asChild, '一二三', {}, 'late')
  server.passTime(-2 * 60_000 - 1)
  expect(takenOver.success).toBe(true)
  respond({ translated: 'too late' })
  expect((await abandoned).text).toBe(takenOver.text)
  expect(await balance(child)).toMatchObject({
    chars: 97,
    usedChars: 3,
    reservedChars: 0,
    translating: 0,
  })
})

test('of fifty concurrent translations with a balance for seven, seven succeed', async () => {
  const { child } = await createAccountGroup({ sub: 7 * 3 + 2 })
  const callers = await Promise.all(Array.from({ length: 5 }, () => signedIn(server, child)))
  currentScript = (request) =>
    new Promise((resolve) => setTimeout(resolve, 60, { translated: request.text }))
  const replies = await Promise.all(
    Array.from({ length: 50 }, (_, index) => translate(callers[index % 5]!, '一二三')),
  )
  const codes = replies.map(({ success, data }) =>
    success ? 'done' : (data as unknown as { code: string }).code,
  )
  expect(codes.filter((code) => code === 'done')).toHaveLength(7)
  expect(codes.filter((code) => code === 'notEnough')).toHaveLength(43)
  expect(await balance(child)).toMatchObject({ chars: 2, reservedChars: 0, translating: 0 })
  expect(await discrepancies(server.database.db)).toEqual([])
})

test('concurrent translations of a user beyond the limit get 429, other users none', async () => {
  const { concurrent } = translationLimits
  const beyond = 14
  const { child, asOwner } = await createAccountGroup({ main: 50, sub: 500 })
  const callers = await Promise.all(Array.from({ length: 4 }, () => signedIn(server, child)))
  let release = () => {}
  const gate = new Promise<void>((resolve) => (release = resolve))
  currentScript = async (request) => {
    if (request.text === '一') await gate
    return { translated: request.text }
  }
  const refused: Headers[] = []
  const translations = Array.from({ length: concurrent + beyond }, async (_, index) => {
    const { success, status, headers } = await translate(callers[index % 4]!, '一')
    if (status === 429) refused.push(headers)
    return success
  })
  await expect.poll(() => refused.length, { timeout: 20_000 }).toBe(beyond)
  expect((await translate(asOwner, '二')).success).toBe(true)
  release()
  expect((await Promise.all(translations)).filter(Boolean)).toHaveLength(concurrent)
  expect(refused[0]!.get('retry-after')).toBe('1')
})

test('an abandoned reservation ends with its lease, or when its characters are needed', async () => {
  const { db } = server.database
  const { owner, child, asChild } = await createAccountGroup({ main: 5, sub: 10, auto: true })
  const reservedAt = new Date(server.now() - leaseMilliseconds)
  const reservation = {
    ownerId: child.ownerId,
    userId: child.userId,
    chars: 12,
    usesMainQuota: true,
  }
  expect(await reserveChars(db, reservation, reservedAt)).toMatchObject({ chars: 10, mainChars: 2 })
  expect(await releaseExpired(db, new Date(reservedAt.getTime() + leaseMilliseconds - 1))).toBe(0)
  expect((await translate(asChild, '一二三四五六七八九十')).success).toBe(true)
  expect([await balance(owner), await balance(child)]).toMatchObject([
    { chars: 5, reservedChars: 0 },
    { chars: 0, reservedChars: 0, translating: 0 },
  ])
  await reserveChars(db, { ...reservation, chars: 4 }, reservedAt)
  expect(await releaseExpired(db, new Date(reservedAt.getTime() + leaseMilliseconds))).toBe(1)
  expect(await openReservations(child)).toBe(0)
  expect(await discrepancies(db)).toEqual([])
})

test('a sub-account deleted during its translation is not charged', async () => {
  const { owner, child, asChild, asOwner } = await createAccountGroup({ main: 5, sub: 10 })
  currentScript = async ({ text }) => {
    await asOwner.send('POST', '/user/delChild', { userId: child.userId })
    return { translated: text }
  }
  expect((await translate(asChild, '一二')).success).toBe(false)
  expect([(await balance(owner)).chars, await openReservations(child)]).toEqual([15, 0])
  expect(await discrepancies(server.database.db)).toEqual([])
})
