/**
 * Changing the translation channel: the quote is what is applied, to every account of the group.
 */
import { transaction } from '#server/platform/db/db.ts'
import { and, eq } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { orders } from '#contract/orders.ts'
import { packages } from '#contract/packages.ts'
import { users } from '#contract/users.ts'
import { channels, memberGroups } from '#server/schema.ts'
import { demoTranslators } from '#server/features/translation/demo-translator.ts'
import {
  buyPackage,
  channelOf,
  groupAccountLog,
  addMember,
} from '#tests/support/actors/memberships.ts'
import { type Person, fund, balanceOf } from '#tests/support/actors/people.ts'
import { discrepancies } from '#tests/support/server/ledger-checks.ts'
import { signedIn, startServer, type Caller } from '#tests/support/server/server.ts'
import { adjustAccount } from '#server/features/ledger/post-entries.ts'
import { serverWithCatalogue } from '#tests/support/server/server-with-catalogue.ts'

const server = await serverWithCatalogue()
afterAll(async () => expect(await discrepancies(server.database.db)).toEqual([]))

const db = () => server.database.db
const balanceOfPerson = ({ ownerId, userId }: Person) => balanceOf(db(), ownerId, userId)
const offered = async (owner: Caller) =>
  (await owner.call(packages.channels, {})).data.map(({ id }) => id)
/** Plan, channel and balance of a main account, in the shape of a quote. */
async function holdingsOf(owner: Caller) {
  const { tranChannelId, memberGroup, memberAccount } = (await owner.call(users.get, {})).data
  const { usableCharNum, expireDateTime } = memberAccount
  return {
    translationBillingMode: memberGroup!.translationBillingMode,
    tranChannelId,
    usableCharNum,
    expireDateTime,
  }
}

test('character plans may change to any channel, time plans to those sold by time', async () => {
  const { main, subs } = await addMember(db(), { chars: [5, 5] })
  const byTime = await addMember(db(), { groupId: '6' })
  const owner = await signedIn(server, main)
  expect(await offered(owner)).toEqual(['2', '3', '4', '5', '6'])
  expect(await offered(await signedIn(server, byTime.main))).toEqual(['3', '6'])
  await db().update(channels).set({ offered: false }).where(eq(channels.id, '6'))
  expect(await offered(owner)).toEqual(['2', '3', '4', '5'])
  expect(await owner.refused(packages.changeChannel, { targetChannelId: '6' })).toMatchObject({
    code: 'notFound',
  })
  await db().update(channels).set({ offered: true }).where(eq(channels.id, '6'))
  const soldByTime = and(eq(memberGroups.channelId, '3'), eq(memberGroups.billingMode, 'time'))
  await db().update(memberGroups).set({ onSale: false }).where(soldByTime)
  expect(await offered(await signedIn(server, byTime.main))).toEqual(['6'])
  await db().update(memberGroups).set({ onSale: true }).where(soldByTime)
  const sub = await signedIn(server, subs[0]!)
  expect(await sub.refused(packages.channels, {})).toMatchObject({ code: 'notAllowed' })
  expect(await sub.refused(packages.changeChannel, { targetChannelId: '2' })).toMatchObject({
    code: 'notAllowed',
  })
})

test('a channel without a key for its engine is not offered', async () => {
  const { main } = await addMember(db())
  const serverWithoutDeepl = await startServer({ production: true }, server.database, {
    translators: new Map([...demoTranslators].filter(([engine]) => engine !== 'deepl')),
  })
  const owner = await signedIn(serverWithoutDeepl, main)
  expect(await offered(owner)).toEqual(['2', '3', '4', '6'])
  expect(await owner.refused(packages.changeChannel, { targetChannelId: '5' })).toMatchObject({
    code: 'notFound',
  })
  await serverWithoutDeepl.close()
})

test('a channel change applies its quote and logs a conversion for each account with characters', async () => {
  const { main, subs } = await addMember(db(), { chars: [1_000_003, 70_001, 0] })
  const owner = await signedIn(server, main)
  const quote = (await owner.call(packages.channelQuote, { targetChannelId: '5' })).data
  expect(quote.before).toEqual(await holdingsOf(owner))
  expect(quote.after).toEqual({
    translationBillingMode: 'char',
    tranChannelId: '5',
    usableCharNum: 331_104,
    expireDateTime: null,
  })
  expect((await owner.call(packages.changeChannel, { targetChannelId: '5' })).success).toBe(true)
  expect(await holdingsOf(owner)).toEqual(quote.after)
  expect(await balanceOfPerson(subs[0]!)).toMatchObject({ chars: 23_177, voices: 2 })
  expect(await balanceOfPerson(subs[1]!)).toMatchObject({ chars: 0 })
  const conversions = (await groupAccountLog(db(), main.ownerId)).filter(
    ({ logType }) => logType === 'MATRIX',
  )
  const common = {
    beforeChannelId: '1',
    lastChannelId: '5',
    lastBillingMode: 'char',
    managerId: main.userId,
    minuteChange: 0,
    voiceChange: 0,
  }
  expect(conversions).toMatchObject([
    { ...common, userId: main.userId, beforeChars: 1_000_003, lastChars: 331_104 },
    { ...common, userId: subs[0]!.userId, beforeChars: 70_001, lastChars: 23_177 },
  ])
  await owner.call(packages.changeChannel, { targetChannelId: '1' })
  expect((await balanceOfPerson(main)).chars).toBe(1_000_000)
  expect((await balanceOfPerson(subs[0]!)).chars).toBe(69_999)
})

test('a change to the same, an unknown or an unsold channel is refused with a sentence', async () => {
  const owner = await signedIn(server, (await addMember(db())).main)
  const byTime = await signedIn(
    server,
    (await addMember(db(), { groupId: '7', minutes: 100 })).main,
  )
  for (const call of [packages.changeChannel, packages.channelQuote]) {
    expect(await owner.refused(call, { targetChannelId: 1 })).toMatchObject({
      code: 'invalid',
      msg: 'You already use this translation channel.',
    })
    expect(await owner.refused(call, { targetChannelId: 'x' })).toMatchObject({
      code: 'notFound',
      msg: expect.stringContaining('no longer offered'),
    })
    expect(await byTime.refused(call, { targetChannelId: '5' })).toMatchObject({
      code: 'invalid',
      msg: expect.stringContaining('no monthly packages'),
    })
  }
})

test('a channel change without characters converts nothing; a time plan’s remaining time is converted', async () => {
  const emptyAccount = (await addMember(db())).main
  await (
    await signedIn(server, emptyAccount)
  ).call(packages.changeChannel, { targetChannelId: '2' })
  expect([
    await channelOf(db(), emptyAccount.ownerId),
    (await balanceOfPerson(emptyAccount)).chars,
  ]).toEqual(['2', 0])

  const { main, subs } = await addMember(db(), { groupId: '6', chars: [0, 1_000], minutes: 43_200 })
  const owner = await signedIn(server, main)
  const quote = (await owner.call(packages.channelQuote, { targetChannelId: '3' })).data
  await owner.call(packages.changeChannel, { targetChannelId: '3' })
  const now = await holdingsOf(owner)
  expect(now).toMatchObject({ translationBillingMode: 'time', tranChannelId: '3' })
  // 15,900 cents for 30 days become 25,900 cents for 30 days; the clock advances in between.
  expect(
    Math.abs(Date.parse(`${now.expireDateTime}Z`) - Date.parse(`${quote.after.expireDateTime}Z`)),
  ).toBeLessThan(120_000)
  const row = (await groupAccountLog(db(), main.ownerId)).find(
    ({ logType }) => logType === 'MATRIX',
  )!
  expect(
    Math.abs(row.minuteChange + 43_200 - Math.floor((43_200 * 15_900) / 25_900)),
  ).toBeLessThanOrEqual(2)
  expect((await balanceOfPerson(subs[0]!)).chars).toBe(497)
})

test.each([
  ['characters of the same channel are added', { groupId: '2', chars: [5_000] }, '2', 3],
  [
    'characters of another channel are added to the converted remainder',
    { groupId: '2', chars: [500_000, 20_000] },
    '5',
    1,
  ],
  ['characters are converted into time', { groupId: '2', chars: [500_000, 20_000] }, '6', 1],
  [
    'characters are converted into time of another channel',
    { groupId: '2', chars: [500_000, 20_000] },
    '8',
    2,
  ],
  [
    'time is converted into characters of another channel',
    { groupId: '6', chars: [0, 20_000], minutes: 20_000 },
    '5',
    1,
  ],
  [
    'time of the same channel is added to the remaining time',
    { groupId: '6', chars: [0], minutes: 20_000 },
    '6',
    2,
  ],
  ['without characters nothing is converted', { groupId: '2', chars: [0, 9_000] }, '7', 1],
])('a paid order applies its quote: %s', async (_, from, groupId, salesNum) => {
  const { main, subs } = await addMember(db(), from)
  const owner = await signedIn(server, main)
  const quote = (await owner.call(orders.quote, { memberGroupId: groupId, salesNum })).data
  expect(quote.before).toEqual(await holdingsOf(owner))
  await buyPackage(server, main, groupId, salesNum)
  const now = await holdingsOf(owner)
  const { expireDateTime: quotedExpiry, usableCharNum, ...rest } = quote.after
  const turnedMinutes = 'minutes' in from && quote.after.translationBillingMode === 'char'
  expect(now).toMatchObject(rest)
  // The clock advanced by up to a minute in between.
  expect(Math.abs(now.usableCharNum - usableCharNum)).toBeLessThanOrEqual(turnedMinutes ? 60 : 0)
  if (quotedExpiry)
    expect(
      Math.abs(Date.parse(`${now.expireDateTime}Z`) - Date.parse(`${quotedExpiry}Z`)),
    ).toBeLessThan(60_000)
  else expect(now.expireDateTime).toBe(quotedExpiry)
  const rows = (await groupAccountLog(db(), main.ownerId)).filter(
    ({ logType }) => logType === 'SYS_MATRIX',
  )
  expect(rows.some(({ userId }) => userId === main.userId)).toBe(quote.turned !== null)
  const isOtherChannel = quote.before.tranChannelId !== quote.after.tranChannelId
  expect(rows.filter(({ userId }) => userId !== main.userId)).toHaveLength(
    isOtherChannel ? subs.length : 0,
  )
})

test('a time package converts the main account’s characters, not the sub-accounts’', async () => {
  const { main, subs } = await addMember(db(), { chars: [100_000, 7_000] })
  await buyPackage(server, main, '6')
  expect((await balanceOfPerson(main)).chars).toBe(0)
  expect((await balanceOfPerson(subs[0]!)).chars).toBe(7_000)
  await buyPackage(server, main, '3')
  expect((await balanceOfPerson(subs[0]!)).chars).toBe(3_482)
})

test('characters of an expired trial are neither converted nor added to', async () => {
  const { main } = await addMember(db(), { groupId: '1' })
  const owner = await signedIn(server, main)
  await fund(db(), main, { chars: 10_000 })
  const quote = async () =>
    (await owner.call(orders.quote, { memberGroupId: '3', salesNum: 1 })).data
  expect((await quote()).after.usableCharNum).toBe(1_000_000 + 4_974)
  const expiresAt = new Date(Date.now() - 1_000)
  await transaction(db(), (tx) =>
    adjustAccount(
      tx,
      main.ownerId,
      { userId: main.userId, logType: 'SYS_ADJUST', change: {}, expiresAt },
      new Date(),
    ),
  )
  expect(await quote()).toMatchObject({
    before: { usableCharNum: 0 },
    turned: null,
    after: { usableCharNum: 1_000_000, expireDateTime: null },
  })
  await buyPackage(server, main, '3')
  expect(await balanceOfPerson(main)).toMatchObject({ chars: 1_000_000, expiresAt: null })
})

test('a trial keeps its end date on another channel', async () => {
  const { main } = await addMember(db(), { groupId: '1' })
  const expiresAt = new Date(Date.now() + 86_400_000)
  const entry = {
    userId: main.userId,
    logType: 'SYS_ADJUST' as const,
    change: { chars: 10_000 },
    expiresAt,
  }
  await transaction(db(), (tx) => adjustAccount(tx, main.ownerId, entry, new Date()))
  await (await signedIn(server, main)).call(packages.changeChannel, { targetChannelId: '6' })
  expect(await channelOf(db(), main.ownerId)).toBe('6')
  expect(await balanceOfPerson(main)).toMatchObject({ expiresAt })
})

test.each([
  ['characters', 10_000, ['SYS_ADJUST', 'OTHER', 'MATRIX']],
  ['nothing', 0, ['SYS_ADJUST', 'MATRIX']],
])(
  'an expired trial with %s left has 0 on another channel, and a log row for what expired',
  async (_left, chars, types) => {
    const { main } = await addMember(db(), { groupId: '1' })
    const entry = {
      userId: main.userId,
      logType: 'SYS_ADJUST' as const,
      change: { chars },
      expiresAt: new Date(Date.now() - 1_000),
    }
    await transaction(db(), (tx) => adjustAccount(tx, main.ownerId, entry, new Date()))
    await (await signedIn(server, main)).call(packages.changeChannel, { targetChannelId: '6' })
    expect((await balanceOfPerson(main)).chars).toBe(0)
    expect((await groupAccountLog(db(), main.ownerId)).map(({ logType }) => logType)).toEqual(types)
  },
)

test('a package that is not on sale has no quote', async () => {
  const owner = await signedIn(server, (await addMember(db())).main)
  for (const memberGroupId of ['1', '99', 'x'])
    expect(await owner.refused(orders.quote, { memberGroupId, salesNum: 1 })).toMatchObject({
      code: 'notFound',
      msg: expect.stringContaining('no longer on sale'),
    })
})
