/**
 * A family, which is a main account with its sub-accounts: its membership, and what changes for all
 * of them when the channel does.
 */
import { and, eq, isNull } from 'drizzle-orm'
import type { Db } from '#server/platform/db/open.ts'
import {
  balances,
  channels,
  memberGroups,
  users,
  type accountLog,
} from '#server/platform/db/schema.ts'
import { lockAccounts, type Entry, type LockedAccounts } from '#server/features/ledger/service.ts'
import { priceList, type PriceList } from '#server/features/packages/price-list.ts'
import {
  charactersOn,
  isTrialOver,
  minutesLeft,
  type Entitlement,
} from '#server/features/packages/entitlement.ts'
import { ApiError } from '#server/http/errors.ts'

export type Membership = { groupId: string; mode: 'char' | 'time'; channelId: string }
type LogType = (typeof accountLog.$inferInsert)['logType']
type Owned = Pick<Entitlement, 'chars' | 'expiresAt'>
type Change = { before: Entitlement; after: Entitlement }

/**
 * Stays as it is while the main account is held: whoever changes it holds that first. Throws
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

export const pricesNow = async (db: Db): Promise<PriceList> =>
  priceList(await db.select().from(channels), await db.select().from(memberGroups))

export const entitlementOf = (
  { mode, channelId }: Membership,
  { chars, expiresAt }: Owned,
): Entitlement => ({ mode, channelId, chars, expiresAt })

/**
 * As it is this moment, for showing; whoever changes it reads it under lock. Throws ApiError
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

/**
 * Locks the main account, then, where wanted, all its sub-accounts, whose ids it tells. Nobody can
 * be given anything in between: that takes the main account's lock.
 */
export async function lockAccountGroup(
  tx: Db,
  ownerId: string,
  whole = true,
): Promise<{ held: LockedAccounts; subIds: string[] }> {
  const main = await lockAccounts(tx, ownerId, [ownerId])
  if (!whole) return { held: main, subIds: [] }
  const open = await tx
    .select({ userId: balances.userId })
    .from(balances)
    .where(and(eq(balances.ownerId, ownerId), isNull(balances.closedAt)))
  const subIds = open.map(({ userId }) => userId).filter((userId) => userId !== ownerId)
  return { held: await lockAccounts(tx, ownerId, [ownerId, ...subIds]), subIds }
}

/** The row that takes away what is left of a trial that is over, should nobody have done so. */
export function endOfTrial(ownerId: string, entitlement: Entitlement, now: Date): Entry[] {
  if (!isTrialOver(entitlement, now) || entitlement.chars === 0) return []
  return [{ userId: ownerId, logType: 'OTHER', change: { chars: 0 - entitlement.chars } }]
}

/** The row of the main account whose quota was converted. */
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
 * A row for each sub-account that has characters: they become as many of the other channel as are
 * worth the same.
 */
export function conversionsOfSubs(
  {
    held,
    subIds,
    logType,
    about = {},
  }: {
    held: LockedAccounts
    subIds: readonly string[]
    logType: LogType
    about?: Entry['context']
  },
  { before, after }: Change,
  prices: PriceList,
): Entry[] {
  if (before.channelId === after.channelId) return []
  return subIds.flatMap((userId): Entry[] => {
    const { chars } = held.get(userId)
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
