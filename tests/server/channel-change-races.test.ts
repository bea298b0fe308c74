/**
 * Switching while others move and use the same quota: nothing deadlocks, appears or vanishes, and
 * the ledger adds up.
 */
import { transaction } from '#server/platform/db/db.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { packages } from '#contract/packages.ts'
import { subAccounts } from '#contract/sub-accounts.ts'
import { translation } from '#contract/translation.ts'
import { balances, orders, users } from '#server/schema.ts'
import { ensureCatalogue } from '#server/seed/catalogue.ts'
import { chargeTranslation } from '#server/features/translation/service.ts'
import { demoTranslators } from '#server/features/translation/demo-translator.ts'
import type { Translator } from '#server/features/translation/translator.ts'
import {
  buyPackage,
  channelOf,
  logOf,
  member,
  quotaValue,
} from '#tests/support/actors/memberships.ts'
import { balanceOf } from '#tests/support/actors/people.ts'
import { contradictions } from '#tests/support/server/ledger-checks.ts'
import { signedIn, startServer, type TestServer } from '#tests/support/server/server.ts'
import { creditUnderLock } from '#tests/support/actors/memberships.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
  await ensureCatalogue(server.database.db)
})
afterAll(async () => {
  expect(await contradictions(server.database.db)).toEqual([])
  await server.close()
})
const db = () => server.database.db

test('of two concurrent switches to one channel, one is done and the other finds it current', async () => {
  const { main, subs } = await member(db(), { chars: [900_000, 50_000] })
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
  const { main, subs } = await member(db(), { chars: [5_000_000, 100_000, 200_000, 0] })
  const owner = await signedIn(server, main)
  const before = await quotaValue(db(), main)
  const switches = ['3', '5', '6', '1', '2', '4', '5', '1', '6', '3'].map(
    (targetChannelId) => () => owner.call(packages.changeChannel, { targetChannelId }),
  )
  const moves = Array.from({ length: 30 }, (_, index) => () => {
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
  const opened = ['new1', 'new2', 'new3'].map((account) => async () => {
    await owner.call(subAccounts.create, { account, password: 'secret-of-new', enabled: 1 })
    const { rows } = (await owner.call(subAccounts.page, { account })).data
    await owner.call(subAccounts.distribute, { childUserId: rows[0]!.userId, changeCharNum: 5_000 })
    if (account === 'new2') await owner.call(subAccounts.remove, { userId: rows[0]!.userId })
  })
  const turns = moves.flatMap((move, index) => [
    move,
    ...(index % 3 === 0 ? [switches[index / 3]!] : []),
    ...(index % 10 === 0 ? [opened[index / 10]!] : []),
  ])
  const results = await Promise.all(turns.map((turn) => turn()))
  expect(results.every((reply) => reply === undefined || reply.status === 200)).toBe(true)
  const after = await quotaValue(db(), main)
  expect(after).toBeLessThanOrEqual(before)
  // Ten switches, seven accounts at most, less than a character of the dearest channel each.
  expect(before - after).toBeLessThan((10 * 7 * 39_900) / 1_000_000)
})

test('what a sub-account uses and draws while the channel changes is gone once, and the rest is converted', async () => {
  const { main, subs } = await member(db(), { chars: [200_000, 500] })
  const sub = subs[0]!
  await db().update(users).set({ autoDistribution: true }).where(eq(users.userId, main.userId))
  const owner = await signedIn(server, main)
  const where = { ip: '192.0.2.1', clientType: 'web', source: 'zh', target: 'en' }
  const uses = Array.from({ length: 20 }, () =>
    chargeTranslation(
      db(),
      { ownerId: sub.ownerId, userId: sub.userId, chars: 100, ...where },
      'Asia/Shanghai',
      new Date(),
    ),
  )
  const switches = ['3', '5'].map((targetChannelId) =>
    owner.call(packages.changeChannel, { targetChannelId }),
  )
  await Promise.all([...uses, ...switches])
  expect((await balanceOf(db(), main.ownerId, sub.userId)).usedChars).toBe(2_000)
  const spent = (await logOf(db(), main.ownerId)).filter(
    ({ logType }) => logType === 'TRANSLATION_CONSUME',
  )
  expect(spent).toHaveLength(20)
})

test('a translation during a channel change costs as much as on the channel it began with', async () => {
  const { slowly, waiting } = await serverWithSlowChannel()
  const { main, subs } = await member(db(), { groupId: '5', chars: [10_000, 4_000] })
  await db().update(users).set({ autoDistribution: true }).where(eq(users.userId, main.userId))
  const [owner, child] = [await signedIn(slowly, main), await signedIn(slowly, subs[0]!)]
  const begun = Array.from({ length: 3 }, () =>
    child.call(translation.text, { source: 'zh', target: 'en', text: '字'.repeat(2_000) }),
  )
  await vi.waitFor(() => expect(waiting).toHaveLength(3), 30_000)
  const before = await quotaValue(db(), main)
  await owner.call(packages.changeChannel, { targetChannelId: '1' })
  await owner.call(packages.changeChannel, { targetChannelId: '4' })
  for (const finish of waiting) finish()
  const results = await Promise.all(begun)
  // 2,000 characters at 39,900 cents a million are 4,222 at 18,900, less what two conversions round
  // off.
  for (const { success, data } of results)
    expect([success, data.tranChannelId, data.chars! >= 4_220 && data.chars! <= 4_222]).toEqual([
      true,
      '6',
      true,
    ])
  const after = await quotaValue(db(), main)
  expect(Math.abs(before - after - 3 * 2_000 * 0.0399)).toBeLessThan(0.3)
  const left = await db().select().from(balances).where(eq(balances.ownerId, main.ownerId))
  expect(left.map(({ reservedChars, translating }) => [reservedChars, translating])).toEqual([
    [0, 0],
    [0, 0],
  ])
  await slowly.close()
})

/** Somebody with 10,000 characters of the dearest channel has 2,000 under way. */
async function translating() {
  const { slowly, waiting } = await serverWithSlowChannel()
  const { main } = await member(db(), { groupId: '5', chars: [10_000] })
  const owner = await signedIn(slowly, main)
  const begun = owner.call(translation.text, {
    source: 'zh',
    target: 'en',
    text: '字'.repeat(2_000),
  })
  await vi.waitFor(() => expect(waiting).toHaveLength(1), 30_000)
  return { slowly, waiting, main, begun }
}

test('a translation during a change to time is paid from its reserved characters', async () => {
  const { slowly, waiting, main, begun } = await translating()
  await buyPackage(slowly, main, '8')
  expect(await balanceOf(db(), main.ownerId, main.userId)).toMatchObject({
    chars: 2_000,
    reservedChars: 2_000,
  })
  waiting[0]!()
  expect((await begun).data.chars).toBe(2_000)
  expect(await balanceOf(db(), main.ownerId, main.userId)).toMatchObject({
    chars: 0,
    reservedChars: 0,
  })
  await slowly.close()
})

test('a translation during an order’s channel change is paid in the new channel’s characters', async () => {
  const { slowly, waiting, main, begun } = await translating()
  await buyPackage(slowly, main, '2')
  // 2,000 characters at 39,900 cents a million are 8,060 at 9,900.
  const { chars, reservedChars } = await balanceOf(db(), main.ownerId, main.userId)
  expect(reservedChars).toBe(8_060)
  waiting[0]!()
  expect((await begun).data.chars).toBe(8_060)
  expect(await balanceOf(db(), main.ownerId, main.userId)).toMatchObject({
    chars: chars - 8_060,
    reservedChars: 0,
  })
  await slowly.close()
})

test('an order settled during a channel change ends on the later channel, all converted', async () => {
  for (const round of [1, 2, 3, 4]) {
    const { main, subs } = await member(db(), { chars: [1_000_000, 300_000] })
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
  const { main } = await member(db(), { chars: [1_000_000, 300_000] })
  const before = await quotaValue(db(), main)
  await Promise.all([
    buyPackage(server, main, '4'),
    buyPackage(server, main, '5'),
    buyPackage(server, main, '2'),
  ])
  const paid = await db().select().from(orders).where(eq(orders.ownerId, main.ownerId))
  const again = await Promise.all(
    paid.flatMap((order) =>
      [1, 2].map(() => transaction(db(), (tx) => creditUnderLock(tx, order, new Date()))),
    ),
  )
  expect(again).toEqual(again.map(() => false))
  const after = await quotaValue(db(), main)
  expect(after).toBeLessThanOrEqual(before + 29_900 + 39_900 + 9_900)
  expect(before + 79_700 - after).toBeLessThan(1)
})

/** Its ChatGPT answers on request. */
async function serverWithSlowChannel() {
  const waiting: (() => void)[] = []
  const translate = () =>
    new Promise<{ translated: string }>((done) => waiting.push(() => done({ translated: 'hello' })))
  const slow: Translator = { ...demoTranslators.get('openai')!, translate }
  const slowly = await startServer({}, server.database, {
    translators: new Map([...demoTranslators, ['openai', slow]]),
  })
  return { slowly, waiting }
}
