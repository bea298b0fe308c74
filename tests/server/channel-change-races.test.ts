/**
 * Channel changes concurrent with transfers and translations: no deadlock, and quota is conserved.
 */
import { transaction } from '#server/platform/db/db.ts'
import { eq } from 'drizzle-orm'
import { afterAll, expect, test, vi } from 'vitest'
import { packages } from '#contract/packages.ts'
import { subAccounts } from '#contract/sub-accounts.ts'
import { translation } from '#contract/translation.ts'
import { balances, orders, users } from '#server/schema.ts'
import { demoTranslators } from '#server/features/translation/demo-translator.ts'
import { chargeTranslation } from '#tests/support/server/charge-translation.ts'
import type { Translator } from '#server/features/translation/translator.ts'
import {
  buyPackage,
  channelOf,
  groupAccountLog,
  addMember,
  quotaValue,
} from '#tests/support/actors/memberships.ts'
import { balanceOf } from '#tests/support/actors/people.ts'
import { discrepancies } from '#tests/support/server/ledger-checks.ts'
import { signedIn, startServer } from '#tests/support/server/server.ts'
import { creditUnderLock } from '#tests/support/actors/memberships.ts'
import { serverWithCatalogue } from '#tests/support/server/server-with-catalogue.ts'

const server = await serverWithCatalogue()
afterAll(async () => expect(await discrepancies(server.database.db)).toEqual([]))
const db = () => server.database.db

test('of two concurrent changes to one channel, one succeeds and one is refused as current', async () => {
  const { main, subs } = await addMember(db(), { chars: [900_000, 50_000] })
  const owner = await signedIn(server, main)
  const results = await Promise.all(
    [1, 2].map(() => owner.call(packages.changeChannel, { targetChannelId: '6' })),
  )
  expect(results.filter(({ success }) => success)).toHaveLength(1)
  expect(
    results.filter(({ msg }) => msg === 'You already use this translation channel.'),
  ).toHaveLength(1)
  expect((await balanceOf(db(), main.ownerId, main.userId)).chars).toBe(223_308)
  expect((await balanceOf(db(), main.ownerId, subs[0]!.userId)).chars).toBe(12_406)
})

test('concurrent channel changes, transfers and sub-account changes conserve the total value', async () => {
  const { main, subs } = await addMember(db(), { chars: [5_000_000, 100_000, 200_000, 0] })
  const owner = await signedIn(server, main)
  const before = await quotaValue(db(), main)
  const switches = ['3', '5', '6', '1', '2', '4', '5', '1', '6', '3'].map(
    (targetChannelId) => () => owner.call(packages.changeChannel, { targetChannelId }),
  )
  const transfers = Array.from({ length: 30 }, (_, index) => () => {
    const sub = subs[index % subs.length]!.userId
    return index % 3 === 0
      ? owner.call(subAccounts.reclaim, {
          childUserId: sub,
          changeCharNum: 1_000 + index,
          changeVoiceNum: 0,
          changeImageNum: 0,
        })
      : owner.call(subAccounts.distribute, { childUserId: sub, changeCharNum: 3_000 + index })
  })
  const creations = ['new1', 'new2', 'new3'].map((account) => async () => {
    await owner.call(subAccounts.create, { account, password: 'secret-of-new', enabled: 1 })
    const { rows } = (await owner.call(subAccounts.page, { account })).data
    await owner.call(subAccounts.distribute, { childUserId: rows[0]!.userId, changeCharNum: 5_000 })
    if (account === 'new2') await owner.call(subAccounts.remove, { userId: rows[0]!.userId })
  })
  const calls = transfers.flatMap((move, index) => [
    move,
    ...(index % 3 === 0 ? [switches[index / 3]!] : []),
    ...(index % 10 === 0 ? [creations[index / 10]!] : []),
  ])
  const results = await Promise.all(calls.map((turn) => turn()))
  expect(results.every((reply) => reply === undefined || reply.status === 200)).toBe(true)
  const after = await quotaValue(db(), main)
  expect(after).toBeLessThanOrEqual(before)
  // Each of ten changes rounds down up to seven accounts, by less than a character of the dearest
  // channel.
  expect(before - after).toBeLessThan((10 * 7 * 39_900) / 1_000_000)
})

test('translations concurrent with a channel change are each charged once', async () => {
  const { main, subs } = await addMember(db(), { chars: [200_000, 500] })
  const sub = subs[0]!
  await db().update(users).set({ autoDistribution: true }).where(eq(users.userId, main.userId))
  const owner = await signedIn(server, main)
  const requestContext = { ip: '192.0.2.1', clientType: 'web', source: 'zh', target: 'en' }
  const charges = Array.from({ length: 20 }, () =>
    chargeTranslation(
      db(),
      { ownerId: sub.ownerId, userId: sub.userId, chars: 100, ...requestContext },
      'Asia/Shanghai',
      new Date(),
    ),
  )
  const switches = ['3', '5'].map((targetChannelId) =>
    owner.call(packages.changeChannel, { targetChannelId }),
  )
  await Promise.all([...charges, ...switches])
  expect((await balanceOf(db(), main.ownerId, sub.userId)).usedChars).toBe(2_000)
  const chargeRows = (await groupAccountLog(db(), main.ownerId)).filter(
    ({ logType }) => logType === 'TRANSLATION_CONSUME',
  )
  expect(chargeRows).toHaveLength(20)
})

test('a translation during channel changes is charged at the price of the channel it began with', async () => {
  const { slowServer, finishFunctions } = await serverWithSlowChannel()
  const { main, subs } = await addMember(db(), { groupId: '5', chars: [10_000, 4_000] })
  await db().update(users).set({ autoDistribution: true }).where(eq(users.userId, main.userId))
  const [owner, child] = [await signedIn(slowServer, main), await signedIn(slowServer, subs[0]!)]
  const translationReply = Array.from({ length: 3 }, () =>
    child.call(translation.text, { source: 'zh', target: 'en', text: '字'.repeat(2_000) }),
  )
  await vi.waitFor(() => expect(finishFunctions).toHaveLength(3), 30_000)
  const before = await quotaValue(db(), main)
  await owner.call(packages.changeChannel, { targetChannelId: '1' })
  await owner.call(packages.changeChannel, { targetChannelId: '4' })
  for (const finish of finishFunctions) finish()
  const results = await Promise.all(translationReply)
  // 2,000 characters at 39,900 cents a million are worth 4,222 at 18,900, less the rounding of two
  // conversions.
  for (const { success, data } of results)
    expect([success, data.tranChannelId, data.chars! >= 4_220 && data.chars! <= 4_222]).toEqual([
      true,
      '6',
      true,
    ])
  const after = await quotaValue(db(), main)
  expect(Math.abs(before - after - 3 * 2_000 * 0.0399)).toBeLessThan(0.3)
  const balancesLeft = await db().select().from(balances).where(eq(balances.ownerId, main.ownerId))
  expect(
    balancesLeft.map(({ reservedChars, translating: startTranslation }) => [
      reservedChars,
      startTranslation,
    ]),
  ).toEqual([
    [0, 0],
    [0, 0],
  ])
  await slowServer.close()
})

/** Starts a translation of 2,000 characters for an account with 10,000 on the dearest channel. */
async function startTranslation() {
  const { slowServer, finishFunctions } = await serverWithSlowChannel()
  const { main } = await addMember(db(), { groupId: '5', chars: [10_000] })
  const owner = await signedIn(slowServer, main)
  const translationReply = owner.call(translation.text, {
    source: 'zh',
    target: 'en',
    text: '字'.repeat(2_000),
  })
  await vi.waitFor(() => expect(finishFunctions).toHaveLength(1), 30_000)
  return { slowServer, finishFunctions, main, translationReply }
}

test('a translation during an order of a time package is paid from its reserved characters', async () => {
  const { slowServer, finishFunctions, main, translationReply } = await startTranslation()
  await buyPackage(slowServer, main, '8')
  expect(await balanceOf(db(), main.ownerId, main.userId)).toMatchObject({
    chars: 2_000,
    reservedChars: 2_000,
  })
  finishFunctions[0]!()
  expect((await translationReply).data.chars).toBe(2_000)
  expect(await balanceOf(db(), main.ownerId, main.userId)).toMatchObject({
    chars: 0,
    reservedChars: 0,
  })
  await slowServer.close()
})

test('a translation during an order’s channel change is paid in the new channel’s characters', async () => {
  const { slowServer, finishFunctions, main, translationReply } = await startTranslation()
  await buyPackage(slowServer, main, '2')
  // 2,000 characters at 39,900 cents a million are worth 8,060 at 9,900.
  const { chars, reservedChars } = await balanceOf(db(), main.ownerId, main.userId)
  expect(reservedChars).toBe(8_060)
  finishFunctions[0]!()
  expect((await translationReply).data.chars).toBe(8_060)
  expect(await balanceOf(db(), main.ownerId, main.userId)).toMatchObject({
    chars: chars - 8_060,
    reservedChars: 0,
  })
  await slowServer.close()
})

test('an order settled during a channel change leaves one channel, with all quota converted', async () => {
  for (const round of [1, 2, 3, 4]) {
    const { main, subs } = await addMember(db(), { chars: [1_000_000, 300_000] })
    const owner = await signedIn(server, main)
    const before = await quotaValue(db(), main)
    await Promise.all([
      owner.call(packages.changeChannel, { targetChannelId: '6' }),
      buyPackage(server, main, '4'),
      owner.call(subAccounts.distribute, {
        childUserId: subs[0]!.userId,
        changeCharNum: 10_000 * round,
      }),
    ])
    expect(['5', '6']).toContain(await channelOf(db(), main.ownerId))
    const after = await quotaValue(db(), main)
    expect(after).toBeLessThanOrEqual(before + 29_900)
    expect(before + 29_900 - after).toBeLessThan(1)
  }
})

test('two orders of two channels settled at once are each credited once', async () => {
  const { main } = await addMember(db(), { chars: [1_000_000, 300_000] })
  const before = await quotaValue(db(), main)
  await Promise.all([
    buyPackage(server, main, '4'),
    buyPackage(server, main, '5'),
    buyPackage(server, main, '2'),
  ])
  const paid = await db().select().from(orders).where(eq(orders.ownerId, main.ownerId))
  const repeatedCredits = await Promise.all(
    paid.flatMap((order) =>
      [1, 2].map(() => transaction(db(), (tx) => creditUnderLock(tx, order, new Date()))),
    ),
  )
  expect(repeatedCredits).toEqual(repeatedCredits.map(() => false))
  const after = await quotaValue(db(), main)
  expect(after).toBeLessThanOrEqual(before + 29_900 + 39_900 + 9_900)
  expect(before + 79_700 - after).toBeLessThan(1)
})

/** A server whose engine `openai` responds when the test calls one of `finishFunctions`. */
async function serverWithSlowChannel() {
  const finishFunctions: (() => void)[] = []
  const translate = () =>
    new Promise<{ translated: string }[]>((done) =>
      finishFunctions.push(() => done([{ translated: 'hello' }])),
    )
  const slow: Translator = { ...demoTranslators.get('openai')!, translate }
  const slowServer = await startServer({}, server.database, {
    translators: new Map([...demoTranslators, ['openai', slow]]),
  })
  return { slowServer, finishFunctions }
}
