/** Translating a text: what is charged, when nothing is, and that it happens once. */
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { translation } from '#contract/translation.ts'
import {
  balances,
  memberGroups,
  reservations,
  translationDays,
  translationLog,
  users,
} from '#server/schema.ts'
import { ensureCatalogue } from '#server/seed/catalogue.ts'
import { releaseExpired, lease, reserve } from '#server/features/ledger/reservations/service.ts'
import { ChannelFailure } from '#server/features/translation/translator.ts'
import { addAccountGroup } from '#tests/support/actors/account-groups.ts'
import { buyPackage } from '#tests/support/actors/memberships.ts'
import { type Person, balanceOf, accountLogOf } from '#tests/support/actors/people.ts'
import { discrepancies } from '#tests/support/server/ledger-checks.ts'
import {
  signedIn,
  startServer,
  type Caller,
  type TestServer,
} from '#tests/support/server/server.ts'
import {
  echo,
  scriptedTranslators,
  type Script,
} from '#tests/support/gateways/scripted-translator.ts'

let script: Script = echo
const vendor = scriptedTranslators((request, engine) => script(request, engine), ['youdao'])

let server: TestServer
beforeAll(async () => {
  server = await startServer({}, undefined, { translators: vendor.translators })
  await ensureCatalogue(server.database.db)
})
afterAll(() => server.close())
beforeEach(() => {
  script = echo
  vendor.requests.length = 0
})

async function family({
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
const say = (who: Caller, text: string, more: object = {}, key?: string) =>
  who.call(
    translation.text,
    { source: 'zh', target: 'en', text, ...more },
    key === undefined ? {} : { 'idempotency-key': key },
  )
const refusal = async (who: Caller, text: string, more: object = {}) =>
  who.refused(translation.text, { source: 'zh', target: 'en', text, ...more })
const owned = ({ ownerId, userId }: Person) => balanceOf(server.database.db, ownerId, userId)
const open = ({ ownerId }: Person) =>
  server.database.db.$count(reservations, eq(reservations.ownerId, ownerId))
const typesOf = async ({ ownerId, userId }: Person) =>
  (await accountLogOf(server.database.db, ownerId, userId)).map(({ logType }) => logType)

test('a translation is charged by code points, logged once on both sides, and says what it cost', async () => {
  const { child, asChild } = await family({ sub: 100 })
  script = async () => ({ translated: 'Hello 😀', detected: 'zh' })
  const { data } = await say(asChild, '你好😀👨‍👩‍👧', { source: 'auto' })
  expect(data).toEqual({ translated: 'Hello 😀', detected: 'zh', chars: 8, tranChannelId: '1' })
  expect(await owned(child)).toMatchObject({
    chars: 92,
    usedChars: 8,
    reservedChars: 0,
    translating: 0,
  })
  expect(await typesOf(child)).toEqual(['SYS_ADJUST', 'TRANSLATION_CONSUME'])
  const mine = and(
    eq(translationLog.ownerId, child.ownerId),
    eq(translationLog.userId, child.userId),
  )
  const rows = await server.database.db.select().from(translationLog).where(mine)
  expect(rows).toMatchObject([
    { chars: 8, source: 'zh', target: 'en', clientType: 'web', channelId: '1', mode: 'char' },
  ])
  expect(
    await server.database.db
      .select()
      .from(translationDays)
      .where(eq(translationDays.userId, child.userId)),
  ).toMatchObject([{ chars: 8, count: 1, source: 'zh' }])
})

test('while a channel is asked, its characters are nobody else’s, and the log tells of nothing', async () => {
  const { owner, child, asChild, asOwner } = await family({ main: 100, sub: 10 })
  let onRequest = () => {}
  let answer = (_: { translated: string }) => {}
  const question = new Promise<void>((resolve) => (onRequest = resolve))
  script = () => {
    onRequest()
    return new Promise((resolve) => (answer = resolve))
  }
  const first = say(asChild, '一二三四五六七八')
  await question
  expect(await owned(child)).toMatchObject({ chars: 10, reservedChars: 8, translating: 1 })
  expect(await refusal(asChild, '一二三')).toMatchObject({
    code: 'notEnough',
    msg: expect.stringContaining(': 2, needed: 3.') as string,
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
  answer({ translated: 'eight' })
  expect((await first).data.chars).toBe(8)
  expect(await owned(child)).toMatchObject({ chars: 2, reservedChars: 0, translating: 0 })
  expect(await owned(owner)).toMatchObject({ chars: 100, reservedChars: 0 })
})

test.each([
  ['busy', new ChannelFailure('busy', 'HTTP 500'), 'channelBusy'],
  ['closed', new ChannelFailure('closed', 'HTTP 401'), 'channelClosed'],
  ['without the pair', new ChannelFailure('pair', 'HTTP 400'), 'languagePair'],
  ['without this text', new ChannelFailure('text', 'HTTP 400'), 'textRefused'],
  ['garbled', new ChannelFailure('garbled', '{}'), 'channelBusy'],
])('a channel that is %s costs nothing and leaves nothing behind', async (_what, failure, code) => {
  const { owner, child, asChild } = await family({ main: 100, sub: 2, auto: true })
  script = () => Promise.reject(failure)
  const refused = await refusal(asChild, '一二三四')
  expect(refused).toMatchObject({ status: 200, code })
  expect(refused.msg).not.toContain(failure.message)
  expect([await owned(owner), await owned(child)]).toMatchObject([
    { chars: 100, reservedChars: 0 },
    { chars: 2, reservedChars: 0, translating: 0 },
  ])
  expect([await open(child), await typesOf(child), await typesOf(owner)]).toEqual([
    0,
    ['SYS_ADJUST'],
    ['SYS_ADJUST'],
  ])
})

test('a bug on the way costs nothing either', async () => {
  const { child, asChild } = await family({ sub: 9 })
  script = () => Promise.reject(new TypeError('a bug'))
  expect(await refusal(asChild, '一二')).toMatchObject({ status: 500, code: 'serverError' })
  expect(await owned(child)).toMatchObject({ chars: 9, reservedChars: 0, translating: 0 })
})

test('what a sub-account lacks is set aside with the main account and drawn when there is something to pay', async () => {
  const { owner, child, asChild } = await family({ main: 100, sub: 2, auto: true })
  script = async () => {
    expect(await owned(owner)).toMatchObject({ chars: 100, reservedChars: 3 })
    return { translated: 'five' }
  }
  expect((await say(asChild, '一二三四五')).data.translated).toBe('five')
  expect([(await owned(owner)).chars, (await owned(child)).chars]).toEqual([97, 0])
  expect(await typesOf(child)).toEqual(['SYS_ADJUST', 'DISTRIBUTION', 'TRANSLATION_CONSUME'])
  expect((await owned(owner)).reservedChars).toBe(0)
  expect(await refusal(asChild, '一'.repeat(98))).toMatchObject({ code: 'notEnough' })
})

test('what the main account has set aside for itself is not drawn on', async () => {
  const { owner, asChild } = await family({ main: 10, sub: 2, auto: true })
  await reserve(
    server.database.db,
    { ...owner, chars: 7, drawsOnMain: false },
    new Date(server.now()),
  )
  expect(await refusal(asChild, '一二三四五六')).toMatchObject({ code: 'notEnough' })
  expect(vendor.requests).toEqual([])
  expect((await say(asChild, '一二三四五')).success).toBe(true)
})

test('a monthly package is for the main account alone: its sub-accounts keep their characters for later', async () => {
  const { owner, child, asOwner, asChild } = await family({ main: 5_000, sub: 100, auto: true })
  expect((await say(asChild, '一二')).success).toBe(true)
  await buyPackage(server, owner, '6')
  expect((await say(asOwner, '一二')).data).toMatchObject({ chars: 0 })
  vendor.requests.length = 0
  const before = await owned(child)
  expect(before.chars).toBeGreaterThan(0)
  expect(await refusal(asChild, '一二')).toMatchObject({
    status: 200,
    code: 'notEnough',
    msg: expect.stringContaining('is on a monthly package, which doesn’t support sub-accounts'),
  })
  expect(vendor.requests).toEqual([])
  expect(await owned(child)).toEqual(before)
  await buyPackage(server, owner, '2')
  expect((await say(asChild, '一二')).data).toMatchObject({ chars: 2 })
})

test('by time nothing is deducted while it lasts', async () => {
  const { owner, asOwner } = await family({ groupId: '6' })
  expect(await refusal(asOwner, '一')).toMatchObject({ code: 'notEnough' })
  await server.database.db
    .update(balances)
    .set({ expiresAt: new Date(server.now() + 60_000) })
    .where(eq(balances.userId, owner.userId))
  expect((await say(asOwner, '一二')).data).toEqual({
    translated: 'en:一二',
    chars: 0,
    tranChannelId: '1',
  })
  expect(await owned(owner)).toMatchObject({ chars: 0, usedChars: 2, translating: 0 })
  expect(await server.database.db.$count(memberGroups, eq(memberGroups.id, '6'))).toBe(1)
  await server.database.db
    .update(balances)
    .set({ expiresAt: null })
    .where(eq(balances.userId, owner.userId))
})

test('what can’t be translated is refused before anything is set aside', async () => {
  const { owner, asOwner } = await family({ main: 20_000 })
  const fieldOf = async (text: string) => (await refusal(asOwner, text)).fields
  expect(await fieldOf(' \n ')).toHaveProperty('text')
  expect(await fieldOf('😀'.repeat(5_001))).toHaveProperty('text', expect.stringContaining('5000'))
  expect((await say(asOwner, '😀'.repeat(5_000))).data.chars).toBe(5_000)
  expect(await refusal(asOwner, '一', { target: 'xx' })).toMatchObject({ code: 'languagePair' })
  expect(await refusal(asOwner, '一', { target: 'zh' })).toMatchObject({ code: 'languagePair' })
  await server.database.db
    .update(users)
    .set({ channelId: '2' })
    .where(eq(users.userId, owner.userId))
  expect(await refusal(asOwner, '一')).toMatchObject({ code: 'channelClosed' })
  expect(vendor.requests).toHaveLength(1)
})

test('one key is translated and charged once, and tells the same every time', async () => {
  const { child, asChild } = await family({ sub: 100 })
  const [first, again] = [
    await say(asChild, '一二三', {}, 'once'),
    await say(asChild, '一二三', {}, 'once'),
  ]
  expect(again.text).toBe(first.text)
  const many = await Promise.all(Array.from({ length: 8 }, () => say(asChild, '四', {}, 'many')))
  expect(new Set(many.map(({ text }) => text)).size).toBe(1)
  expect(vendor.requests).toHaveLength(2)
  expect(await owned(child)).toMatchObject({ chars: 96, usedChars: 4 })
})

test('a try that was thought dead and answers after all is not charged beside the one that took over', async () => {
  const { child, asChild } = await family({ sub: 100 })
  let answer = (_: { translated: string }) => {}
  script = () => new Promise((resolve) => (answer = resolve))
  const thoughtDead = say(asChild, '一二三', {}, 'late')
  await expect.poll(() => vendor.requests).toHaveLength(1)
  script = echo
  server.passTime(2 * 60_000 + 1)
  const tookOver = await say(asChild, '一二三', {}, 'late')
  server.passTime(-2 * 60_000 - 1)
  expect(tookOver.success).toBe(true)
  answer({ translated: 'too late' })
  expect((await thoughtDead).text).toBe(tookOver.text)
  expect(await owned(child)).toMatchObject({
    chars: 97,
    usedChars: 3,
    reservedChars: 0,
    translating: 0,
  })
})

test('fifty at once with a balance for seven: exactly seven', async () => {
  const { child } = await family({ sub: 7 * 3 + 2 })
  const callers = await Promise.all(Array.from({ length: 5 }, () => signedIn(server, child)))
  script = (request) =>
    new Promise((resolve) => setTimeout(resolve, 60, { translated: request.text }))
  const replies = await Promise.all(
    Array.from({ length: 50 }, (_, index) => say(callers[index % 5]!, '一二三')),
  )
  const codes = replies.map(({ success, data }) =>
    success ? 'done' : (data as unknown as { code: string }).code,
  )
  expect(codes.filter((code) => code === 'done')).toHaveLength(7)
  expect(codes.filter((code) => code === 'notEnough')).toHaveLength(43)
  expect(await owned(child)).toMatchObject({ chars: 2, reservedChars: 0, translating: 0 })
  expect(await discrepancies(server.database.db)).toEqual([])
})

test('more than ten of one user at once are asked to wait, others are not', async () => {
  const { child, asOwner } = await family({ main: 50, sub: 500 })
  const callers = await Promise.all(Array.from({ length: 4 }, () => signedIn(server, child)))
  let letGo = () => {}
  const gate = new Promise<void>((resolve) => (letGo = resolve))
  script = async (request) => {
    if (request.text === '一') await gate
    return { translated: request.text }
  }
  const refused: Headers[] = []
  const crowd = Array.from({ length: 24 }, async (_, index) => {
    const { success, status, headers } = await say(callers[index % 4]!, '一')
    if (status === 429) refused.push(headers)
    return success
  })
  await expect.poll(() => refused.length, { timeout: 20_000 }).toBe(14)
  expect((await say(asOwner, '二')).success).toBe(true)
  letGo()
  expect((await Promise.all(crowd)).filter(Boolean)).toHaveLength(10)
  expect(refused[0]!.get('retry-after')).toBe('1')
})

test('a reservation whose process died ends with its lease, or when its characters are wanted', async () => {
  const { db } = server.database
  const { owner, child, asChild } = await family({ main: 5, sub: 10, auto: true })
  const at = new Date(server.now() - lease)
  const draft = { ownerId: child.ownerId, userId: child.userId, chars: 12, drawsOnMain: true }
  expect(await reserve(db, draft, at)).toMatchObject({ chars: 10, mainChars: 2 })
  expect(await releaseExpired(db, new Date(at.getTime() + lease - 1))).toBe(0)
  expect((await say(asChild, '一二三四五六七八九十')).success).toBe(true)
  expect([await owned(owner), await owned(child)]).toMatchObject([
    { chars: 5, reservedChars: 0 },
    { chars: 0, reservedChars: 0, translating: 0 },
  ])
  await reserve(db, { ...draft, chars: 4 }, at)
  expect(await releaseExpired(db, new Date(at.getTime() + lease))).toBe(1)
  expect(await open(child)).toBe(0)
  expect(await discrepancies(db)).toEqual([])
})

test('who is deleted while a channel is asked is not charged, and nothing stays set aside', async () => {
  const { owner, child, asChild, asOwner } = await family({ main: 5, sub: 10 })
  script = async ({ text }) => {
    await asOwner.send('POST', '/user/delChild', { userId: child.userId })
    return { translated: text }
  }
  expect((await say(asChild, '一二')).success).toBe(false)
  expect([(await owned(owner)).chars, await open(child)]).toEqual([15, 0])
  expect(await discrepancies(server.database.db)).toEqual([])
})
