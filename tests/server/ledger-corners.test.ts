/**
 * Corners of the ledger: the most that anybody can hold, what ends and what does not, clocks that
 * go back, accounts that are closed.
 */
import { endTrials } from '#server/features/packages/membership/service.ts'
import { transaction } from '#server/platform/db/db.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { balances, users } from '#server/schema.ts'
import { ensureCatalogue } from '#server/seed/catalogue.ts'
import {
  countUsed,
  lockAccounts,
  nothing,
  postEntries,
  type Entry,
  adjustAccount,
} from '#server/features/ledger/service.ts'
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
import { translate } from '#tests/support/server/ledger-checks.ts'
import { creditUnderLock } from '#tests/support/actors/memberships.ts'
import { reclaimAll } from '#server/features/ledger/transfers/service.ts'

const { db, close } = await freshDb()
beforeAll(() => ensureCatalogue(db))
afterAll(close)

const now = new Date('2026-11-20T17:00:00Z')
const later = (ms: number) => new Date(now.getTime() + ms)
let made = 0

const newMain = (groupId = '2') =>
  addPerson(db, { account: `corner${++made}@example.com`, username: `corner${made}`, groupId })
const newSub = (owner: Person) => addPerson(db, { account: `cornersub${++made}`, owner })
const owned = ({ ownerId, userId }: Person) => balanceOf(db, ownerId, userId)
const rows = ({ ownerId, userId }: Person) => accountLogOf(db, ownerId, userId)
const changed = ({ ownerId, userId }: Person, entry: Partial<Entry>, at = now) =>
  transaction(db, (tx) =>
    adjustAccount(tx, ownerId, { userId, logType: 'SYS_ADJUST', change: {}, ...entry }, at),
  )
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (reason: unknown) =>
      reason instanceof ApiError ? reason.code : Promise.reject(reason as Error),
  )
const order = ({ ownerId }: Person, no: string) => ({
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

test('nobody holds more than a number on the wire can say', async () => {
  const main = await newMain()
  await fund(db, main, { chars: Number.MAX_SAFE_INTEGER })
  expect(await codeOf(fund(db, main, { chars: 1 }))).toBe('invalid')
  expect([(await owned(main)).chars, (await rows(main)).length]).toEqual([
    Number.MAX_SAFE_INTEGER,
    1,
  ])
})

test.each(['chars', 'voices', 'images'])(
  'of %s nobody is left with less than nothing',
  async (unit) => {
    const main = await newMain()
    await fund(db, main, { [unit]: 5 })
    expect(await codeOf(fund(db, main, { [unit]: -6 }))).toBe('notEnough')
    expect([await owned(main), (await rows(main)).length]).toMatchObject([{ [unit]: 5 }, 1])
  },
)

test('characters that are bought have no end, whatever ended before', async () => {
  const main = await newMain()
  await changed(main, { change: { chars: 10 }, expiresAt: later(60_000) })
  expect((await owned(main)).expiresAt).toEqual(later(60_000))
  await transaction(db, (tx) => creditUnderLock(tx, order(main, 'E'), now))
  expect(await owned(main)).toMatchObject({ chars: 1_000_010, expiresAt: null })
  expect((await rows(main)).at(-1)).toMatchObject({
    beforeExpiresAt: later(60_000),
    lastExpiresAt: null,
  })
})

test('only characters of a trial end with their day: who pays by time keeps what there is', async () => {
  const [trial, byTime] = [await newMain('1'), await newMain('6')]
  for (const main of [trial, byTime]) await changed(main, { change: { chars: 50 }, expiresAt: now })
  expect(await endTrials(db, later(1_000))).toBe(1)
  expect([(await owned(trial)).chars, (await owned(byTime)).chars]).toEqual([0, 50])
})

test('a trial that is bought for in the very moment it ends loses nothing', async () => {
  const main = await newMain('1')
  await changed(main, { change: { chars: 50 }, expiresAt: now })
  let ending: Promise<number> | undefined
  await transaction(db, async (tx) => {
    await creditUnderLock(tx, order(main, 'M'), later(-1_000))
    ending = endTrials(db, later(1_000))
    await expect.poll(() => waitingForLocks(db)).toBe(1)
  })
  await ending
  expect((await owned(main)).chars).toBe(1_000_050)
})

test.each([
  ['characters', { chars: 3 }],
  ['voice units', { voices: 3 }],
  ['images', { images: 3 }],
])('a sub-account that has nothing but %s gives them back', async (_what, has) => {
  const main = await newMain()
  const sub = await newSub(main)
  await fund(db, sub, has)
  await transaction(db, async (tx) => {
    const locked = await lockAccounts(tx, main.ownerId, [main.ownerId, sub.userId])
    await reclaimAll(tx, locked, [sub.userId], now)
  })
  expect(await owned(sub)).toMatchObject(nothing)
  expect(await owned(main)).toMatchObject({ ...nothing, ...has })
})

test('a closed account counts no use and takes no change', async () => {
  const main = await newMain('6')
  const sub = await newSub(main)
  await db.update(balances).set({ closedAt: now }).where(eq(balances.userId, sub.userId))
  expect(await codeOf(transaction(db, (tx) => countUsed(tx, sub, 5)))).toBe('notFound')
  expect(await codeOf(fund(db, sub, { chars: 1 }))).toBe('notFound')
  expect([(await owned(sub)).usedChars, (await rows(sub)).length]).toEqual([0, 0])
})

test('a clock that goes back does not order the rows anew', async () => {
  const main = await newMain()
  for (const at of [later(5_000), later(-5_000), later(1_000), later(9_000)])
    await changed(main, { change: { chars: 1 } }, at)
  expect((await rows(main)).map(({ at }) => at)).toEqual([
    later(5_000),
    later(5_000),
    later(5_000),
    later(9_000),
  ])
})

test('when an account changed behind the lock, nothing of the change is kept', async () => {
  const main = await newMain()
  await fund(db, main, { chars: 10 })
  const behind = transaction(db, async (tx) => {
    const locked = await lockAccounts(tx, main.ownerId, [main.userId])
    await tx.update(balances).set({ chars: 0 }).where(eq(balances.userId, main.userId))
    await postEntries(
      tx,
      locked,
      [{ userId: main.userId, logType: 'SYS_ADJUST', change: { chars: -10 } }],
      now,
    )
  })
  await expect(behind).rejects.toThrow()
  expect([(await owned(main)).chars, (await rows(main)).length]).toEqual([10, 1])
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
  expect(await Promise.all(people.map(async (person) => (await owned(person)).chars))).toEqual(
    people.map(() => 60),
  )
})

test('who runs short only when it comes to paying draws all the same', async () => {
  const main = await newMain()
  const sub = await newSub(main)
  await db.update(users).set({ autoDistribution: true }).where(eq(users.userId, main.userId))
  await fund(db, main, { chars: 100 })
  await fund(db, sub, { chars: 10 })
  await Promise.all(Array.from({ length: 6 }, () => translate(db, sub, 10)))
  expect([
    (await owned(main)).chars,
    (await owned(sub)).chars,
    (await owned(sub)).usedChars,
  ]).toEqual([50, 0, 60])
})
