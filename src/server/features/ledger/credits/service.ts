/** Credits paid orders, rewards and adjustments; expires trial characters. */
import { transaction } from '#server/platform/db/db.ts'
import { and, eq, gt, lte, sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/open.ts'
import { accountLog, balances, memberGroups, users, type orders } from '#server/schema.ts'
import {
  lockAccounts,
  postEntries,
  type EntryContext,
  type Entry,
} from '#server/features/ledger/service.ts'
import {
  changeOf,
  conversion,
  conversionsOfSubs,
  endOfTrial,
  lockAccountGroup,
  mainMembership,
  pricesNow,
  setMembership,
  entitlementOf,
} from '#server/features/accounts/account-group.ts'
import {
  afterOrder,
  charactersOn,
  currentEntitlement,
} from '#server/features/packages/entitlement.ts'
import { convertReserved } from '#server/features/ledger/reservations/service.ts'

type Order = Pick<
  typeof orders.$inferSelect,
  | 'ownerId'
  | 'no'
  | 'memberGroupId'
  | 'groupName'
  | 'groupEnName'
  | 'channelId'
  | 'billingMode'
  | 'num'
  | 'amountCents'
>

/**
 * Credits a paid order; returns false if it was credited before. Call it in the transaction that
 * marks the order paid.
 *
 * A remaining balance of another billing mode or channel is converted first, logged as SYS_MATRIX;
 * a change of channel also converts the characters of all sub-accounts. The membership becomes the
 * package's. Throws ApiError `notFound` for a deleted account.
 */
export async function creditOrder(tx: Db, order: Order, now: Date): Promise<boolean> {
  const { ownerId } = order
  const owned = (await lockAccounts(tx, ownerId, [ownerId])).get(ownerId)
  // The type is a literal so that the planner can use the partial index of credits.
  const credited = and(
    eq(accountLog.ownerId, ownerId),
    eq(accountLog.rechargeOrderNo, order.no),
    eq(accountLog.logType, sql`'RECHARGE_ORDER_BY_MEMBER_GROUP'`),
  )
  if ((await tx.$count(accountLog, credited)) > 0) return false
  const [membership, prices] = [await mainMembership(tx, ownerId), await pricesNow(tx)]
  const found = { ...entitlementOf(membership, owned), setAside: owned.reserved }
  const before = currentEntitlement(found, now)
  const moves = before.channelId !== order.channelId
  const { held, subIds } = await lockAccountGroup(tx, ownerId, moves)
  const { turned, after } = afterOrder(before, order, prices, now)
  const logType = 'SYS_MATRIX'
  const about: EntryContext = {
    ...changeOf({ before: turned ?? before, after }),
    rechargeOrderNo: order.no,
    rechargeGroupName: order.groupName,
    rechargeGroupEnName: order.groupEnName,
    rechargeChannelId: order.channelId,
    rechargeBillingMode: order.billingMode,
  }
  const bought: Entry = {
    userId: ownerId,
    logType: 'RECHARGE_ORDER_BY_MEMBER_GROUP',
    change: { chars: after.chars - (turned ?? before).chars },
    minutes: order.billingMode === 'time' ? order.num : 0,
    expiresAt: after.expiresAt,
    cents: order.amountCents,
    context: about,
  }
  const entries = [
    ...endOfTrial(ownerId, found, now),
    ...(turned
      ? [
          conversion(ownerId, logType, { before, after: turned }, now, {
            rechargeOrderNo: order.no,
          }),
        ]
      : []),
    ...conversionsOfSubs({ held, subIds, logType }, { before, after }, prices),
    bought,
  ]
  await postEntries(tx, held, entries, now)
  if (moves)
    await convertReserved(tx, ownerId, (chars) =>
      charactersOn(chars, before.channelId, order.channelId, prices),
    )
  await setMembership(tx, ownerId, { groupId: order.memberGroupId, channelId: order.channelId })
  return true
}

/**
 * Applies any other change to one account: reward, gift, manual adjustment. Throws ApiError
 * `notFound` or `notEnough`.
 */
export async function change(tx: Db, ownerId: string, entry: Entry, now: Date): Promise<void> {
  await postEntries(tx, await lockAccounts(tx, ownerId, [entry.userId]), [entry], now)
}

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
