/** Edge cases of the ledger: maximum balances, expiry, clocks that go back, closed accounts. */
import { endTrials } from '#server/features/packages/end-trials.ts'
import {
  countUsedChars,
  postEntries,
  type Entry,
  adjustAccount,
} from '#server/features/ledger/post-entries.ts'
import { lockAccounts, zeroAmounts } from '#server/features/ledger/lock-accounts.ts'
import { reclaimLeft } from '#server/features/ledger/transfers/reclaim-quota.ts'
import { transaction } from '#server/platform/db/db.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { balances, users } from '#server/schema.ts'
import { ensureCatalogue } from '#server/seed/catalogue.ts'
import { ApiError } from '#server/http/errors.ts'
import { waitingForLocks } from '#tests/support/server/database-state.ts'
import {
  addPerson,
  type Person,
  fund,
  balanceOf,
  accountLogOf,
} from '#tests/support/actors/people.ts'
import { freshDb } from '#tests/support/server/postgres.ts'
import { chargeChars } from '#tests/support/server/ledger-checks.ts'
import { creditUnderLock } from '#tests/support/actors/memberships.ts'

const { db, close } = await freshDb()
beforeAll(() => ensureCatalogue(db))
afterAll(close)

const now = new Date('2026-11-20T17:00:00Z')
const timeAfter = (ms: number) => new Date(now.getTime() + ms)
let accountCount = 0

const newMain = (groupId = '2') =>
  addPerson(db, {
    account: `corner${++accountCount}@example.com`,
    username: `corner${accountCount}`,
    groupId,
  })
const newSub = (owner: Person) => addPerson(db, { account: `cornersub${++accountCount}`, owner })
const balance = ({ ownerId, userId }: Person) => balanceOf(db, ownerId, userId)
const rows = ({ ownerId, userId }: Person) => accountLogOf(db, ownerId, userId)
const adjust = ({ ownerId, userId }: Person, entry: Partial<Entry>, at = now) =>
  transaction(db, (tx) =>
    adjustAccount(tx, ownerId, { userId, logType: 'SYS_ADJUST', change: {}, ...entry }, at),
  )
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (reason: unknown) =>
      reason instanceof ApiError ? reason.code : Promise.reject(reason as Error),
  )
const orderOf = ({ ownerId }: Person, no: string) => ({
  ownerId,
  no: no + ownerId,
  memberGroupId: '2',
  groupName: '标准版',
  groupEnName: 'Standard',
  channelId: '1',
  billingMode: 'char' as const,
  num: 1_000_000,
  amountCents: 9_900,
})

test('a balance cannot exceed the largest safe integer', async () => {
  const main = await newMain()
  await fund(db, main, { chars: Number.MAX_SAFE_INTEGER })
  expect(await codeOf(fund(db, main, { chars: 1 }))).toBe('invalid')
  expect([(await balance(main)).chars, (await rows(main)).length]).toEqual([
    Number.MAX_SAFE_INTEGER,
    1,
  ])
})

test.each(['chars', 'voices', 'images'])(
  'the balance of %s cannot become negative',
  async (unit) => {
    const main = await newMain()
    await fund(db, main, { [unit]: 5 })
    expect(await codeOf(fund(db, main, { [unit]: -6 }))).toBe('notEnough')
    expect([await balance(main), (await rows(main)).length]).toMatchObject([{ [unit]: 5 }, 1])
  },
)

test('bought characters do not expire, even if earlier ones did', async () => {
  const main = await newMain()
  await adjust(main, { change: { chars: 10 }, expiresAt: timeAfter(60_000) })
  expect((await balance(main)).expiresAt).toEqual(timeAfter(60_000))
  await transaction(db, (tx) => creditUnderLock(tx, orderOf(main, 'E'), now))
  expect(await balance(main)).toMatchObject({ chars: 1_000_010, expiresAt: null })
  expect((await rows(main)).at(-1)).toMatchObject({
    beforeExpiresAt: timeAfter(60_000),
    lastExpiresAt: null,
  })
})

test('trial characters expire, those of a time plan do not', async () => {
  const [trial, byTime] = [await newMain('1'), await newMain('6')]
  for (const main of [trial, byTime]) await adjust(main, { change: { chars: 50 }, expiresAt: now })
  expect(await endTrials(db, timeAfter(1_000))).toBe(1)
  expect([(await balance(trial)).chars, (await balance(byTime)).chars]).toEqual([0, 50])
})

test('an order credited while the trial expires keeps all characters', async () => {
  const main = await newMain('1')
  await adjust(main, { change: { chars: 50 }, expiresAt: now })
  let trialEnd: Promise<number> | undefined
  await transaction(db, async (tx) => {
    await creditUnderLock(tx, orderOf(main, 'M'), timeAfter(-1_000))
    trialEnd = endTrials(db, timeAfter(1_000))
    await expect.poll(() => waitingForLocks(db)).toBe(1)
  })
  await trialEnd
  expect((await balance(main)).chars).toBe(1_000_050)
})

test.each([
  ['characters', { chars: 3 }],
  ['voice units', { voices: 3 }],
  ['images', { images: 3 }],
])('reclaiming from a sub-account that has only %s returns them', async (_what, quota) => {
  const main = await newMain()
  const sub = await newSub(main)
  await fund(db, sub, quota)
  await transaction(db, async (tx) => {
    const locked = await lockAccounts(tx, main.ownerId, [main.ownerId, sub.userId])
    await reclaimLeft(tx, locked, [sub.userId], 'all', now)
  })
  expect(await balance(sub)).toMatchObject(zeroAmounts)
  expect(await balance(main)).toMatchObject({ ...zeroAmounts, ...quota })
})

test('a closed account refuses usage and changes', async () => {
  const main = await newMain('6')
  const sub = await newSub(main)
  await db.update(balances).set({ closedAt: now }).where(eq(balances.userId, sub.userId))
  expect(await codeOf(transaction(db, (tx) => countUsedChars(tx, sub, 5)))).toBe('notFound')
  expect(await codeOf(fund(db, sub, { chars: 1 }))).toBe('notFound')
  expect([(await balance(sub)).usedChars, (await rows(sub)).length]).toEqual([0, 0])
})

test('when the clock goes back, log rows keep the later time', async () => {
  const main = await newMain()
  for (const at of [timeAfter(5_000), timeAfter(-5_000), timeAfter(1_000), timeAfter(9_000)])
    await adjust(main, { change: { chars: 1 } }, at)
  expect((await rows(main)).map(({ at }) => at)).toEqual([
    timeAfter(5_000),
    timeAfter(5_000),
    timeAfter(5_000),
    timeAfter(9_000),
  ])
})

test('a balance changed without the ledger rolls back the transaction', async () => {
  const main = await newMain()
  await fund(db, main, { chars: 10 })
  const transactionWithRace = transaction(db, async (tx) => {
    const locked = await lockAccounts(tx, main.ownerId, [main.userId])
    await tx.update(balances).set({ chars: 0 }).where(eq(balances.userId, main.userId))
    await postEntries(
      tx,
      locked,
      [{ userId: main.userId, logType: 'SYS_ADJUST', change: { chars: -10 } }],
      now,
    )
  })
  await expect(transactionWithRace).rejects.toThrow()
  expect([(await balance(main)).chars, (await rows(main)).length]).toEqual([10, 1])
})

test('accounts are locked in a fixed order, so that transactions do not deadlock', async () => {
  const main = await newMain()
  const people = [main]
  while (people.length < 7) people.push(await newSub(main))
  const add = (index: number) =>
    transaction(db, async (tx) => {
      const userIds = people.map((_, at) => people[(at + index) % people.length]!.userId)
      const locked = await lockAccounts(
        tx,
        main.ownerId,
        index % 2 === 0 ? userIds : userIds.toReversed(),
      )
      const entries = userIds.map((userId): Entry => ({
        userId,
        logType: 'SYS_ADJUST',
        change: { chars: 1 },
      }))
      await postEntries(tx, locked, entries, now)
    })
  await Promise.all(Array.from({ length: 60 }, (_, index) => add(index)))
  expect(await Promise.all(people.map(async (person) => (await balance(person)).chars))).toEqual(
    people.map(() => 60),
  )
})

test('concurrent charges beyond the balance draw the rest from the main account', async () => {
  const main = await newMain()
  const sub = await newSub(main)
  await db.update(users).set({ autoDistribution: true }).where(eq(users.userId, main.userId))
  await fund(db, main, { chars: 100 })
  await fund(db, sub, { chars: 10 })
  await Promise.all(Array.from({ length: 6 }, () => chargeChars(db, sub, 10)))
  expect([
    (await balance(main)).chars,
    (await balance(sub)).chars,
    (await balance(sub)).usedChars,
  ]).toEqual([50, 0, 60])
})
