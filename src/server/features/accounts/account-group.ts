/** An account group (a main account with its sub-accounts): membership, locks, channel changes. */
import { and, eq, isNull, gt, lte, sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/open.ts'
import { balances, channels, memberGroups, users, type accountLog } from '#server/schema.ts'
import { lockAccounts, type Entry, type LockedAccounts, postEntries } from '#server/features/ledger/service.ts'
import type { PriceList } from '#server/features/packages/price-list.ts'
import { charactersOn, isTrialOver, minutesLeft, type Entitlement } from '#server/features/packages/entitlement.ts'
import { ApiError } from '#server/http/errors.ts'
import { transaction } from '#server/platform/db/transaction.ts'

export type Membership = { groupId: string; mode: 'char' | 'time'; channelId: string }
type LogType = (typeof accountLog.$inferInsert)['logType']
type Owned = Pick<Entitlement, 'chars' | 'expiresAt'>
type Change = { before: Entitlement; after: Entitlement }

/**
 * Stable while the main account's row is locked, because every change takes that lock first. Throws
 * ApiError `notFound`.
 */
export async function mainMembership(db: Db, ownerId: string): Promise<Membership> {
  const [found] = await db
    .select({
      groupId: memberGroups.id,
      mode: memberGroups.billingMode,
      own: users.channelId,
      ofGroup: memberGroups.channelId,
    })
    .from(users)
    .innerJoin(memberGroups, eq(memberGroups.id, users.memberGroupId))
    .where(and(eq(users.ownerId, ownerId), eq(users.userId, ownerId)))
  if (!found) throw new ApiError('notFound')
  const { groupId, mode, own, ofGroup } = found
  return { groupId, mode, channelId: own ?? ofGroup }
}

export async function setMembership(
  tx: Db,
  ownerId: string,
  { groupId, channelId }: Pick<Membership, 'groupId' | 'channelId'>,
): Promise<void> {
  await tx
    .update(users)
    .set({ memberGroupId: groupId, channelId })
    .where(and(eq(users.ownerId, ownerId), eq(users.userId, ownerId)))
}

export const entitlementOf = (
  { mode, channelId }: Membership,
  { chars, expiresAt }: Owned,
): Entitlement => ({ mode, channelId, chars, expiresAt })

/**
 * Reads without a lock, for display only; a change reads under the lock. Throws ApiError
 * `notFound`.
 */
export async function entitlementNow(db: Db, ownerId: string): Promise<Entitlement> {
  const membership = await mainMembership(db, ownerId)
  const [owned] = await db
    .select({ chars: balances.chars, expiresAt: balances.expiresAt })
    .from(balances)
    .where(
      and(eq(balances.ownerId, ownerId), eq(balances.userId, ownerId), isNull(balances.closedAt)),
    )
  if (!owned) throw new ApiError('notFound')
  return entitlementOf(membership, owned)
}

/** The ledger row that removes the rest of an expired trial, unless that has already been done. */
export function endOfTrial(ownerId: string, entitlement: Entitlement, now: Date): Entry[] {
  if (!isTrialOver(entitlement, now) || entitlement.chars === 0) return []
  return [{ userId: ownerId, logType: 'OTHER', change: { chars: 0 - entitlement.chars } }]
}

/** The main account's ledger row for a conversion of its quota. */
export function conversion(
  ownerId: string,
  logType: LogType,
  { before, after }: Change,
  now: Date,
  about: Entry['context'] = {},
): Entry {
  return {
    userId: ownerId,
    logType,
    change: { chars: after.chars - before.chars },
    minutes: minutesLeft(after, now) - minutesLeft(before, now),
    expiresAt: after.expiresAt,
    context: { ...about, ...changeOf({ before, after }) },
  }
}

/**
 * One ledger row per sub-account with characters, which are converted to the new channel at equal
 * value.
 */
export function conversionsOfSubs(
  {
    locked,
    subIds,
    logType,
    about = {},
  }: {
    locked: LockedAccounts
    subIds: readonly string[]
    logType: LogType
    about?: Entry['context']
  },
  { before, after }: Change,
  prices: PriceList,
): Entry[] {
  if (before.channelId === after.channelId) return []
  return subIds.flatMap((userId): Entry[] => {
    const { chars } = locked.get(userId)
    if (chars === 0) return []
    const change = { chars: charactersOn(chars, before.channelId, after.channelId, prices) - chars }
    return [{ userId, logType, change, context: { ...about, ...changeOf({ before, after }) } }]
  })
}

export const changeOf = ({ before, after }: Change): NonNullable<Entry['context']> => ({
  beforeChannelId: before.channelId,
  lastChannelId: after.channelId,
  beforeBillingMode: before.mode,
  lastBillingMode: after.mode,
})

/** Removes expired trial characters and logs it. Returns the number of accounts found. */
export async function endTrials(db: Db, now: Date): Promise<number> {
  const over = and(
    lte(balances.expiresAt, now),
    gt(balances.chars, 0),
    eq(memberGroups.billingMode, sql`'char'`),
  )
  const ended = await db
    .select({ ownerId: balances.ownerId })
    .from(balances)
    .innerJoin(users, and(eq(users.ownerId, balances.ownerId), eq(users.userId, balances.userId)))
    .innerJoin(memberGroups, eq(memberGroups.id, users.memberGroupId))
    .where(over)
    .limit(1_000)
  for (const { ownerId } of ended) await transaction(db, (tx) => endTrial(tx, ownerId, now))
  return ended.length
}

/** Checks again under the lock, because an order may have been credited since the query. */
async function endTrial(tx: Db, ownerId: string, now: Date): Promise<void> {
  const locked = await lockAccounts(tx, ownerId, [ownerId])
  const account = locked.find(ownerId)
  if (!account) return
  await postEntries(
    tx,
    locked,
    endOfTrial(ownerId, entitlementOf(await mainMembership(tx, ownerId), account), now),
    now,
  )
}
