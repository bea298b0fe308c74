/** Credits a paid order to its account group. */
import { and, eq, sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/open.ts'
import { accountLog } from '#server/features/ledger/table.ts'
import {
  postEntries,
  type EntryContext,
  type Entry,
  lockSubAccounts,
  type LockedAccounts,
} from '#server/features/ledger/service.ts'
import {
  conversion,
  conversionsOfSubs,
  endOfTrial,
  mainMembership,
  setMembership,
  entitlementOf,
  changeContext,
} from '#server/features/packages/membership/service.ts'
import {
  pricesNow,
  afterOrder,
  charactersOn,
  currentEntitlement,
} from '#server/features/packages/service.ts'
import { convertReserved } from '#server/features/ledger/reservations/service.ts'
import type { Order } from '#server/features/orders/table.ts'

type CreditedOrder = Pick<
  Order,
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
 * Credits a paid order to its owner, whose main account is locked; returns false if it was credited
 * before. Call it in the transaction that marks the order paid.
 *
 * A remaining balance of another billing mode or channel is converted first, logged as SYS_MATRIX;
 * a change of channel also converts the characters of all sub-accounts. The membership becomes the
 * package's. Throws ApiError `notFound` for a deleted account.
 */
export async function creditOrder(
  tx: Db,
  locked: LockedAccounts,
  order: CreditedOrder,
  now: Date,
): Promise<boolean> {
  const { ownerId } = order
  const owned = locked.get(ownerId)
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
  const changesChannel = before.channelId !== order.channelId
  const subIds = changesChannel ? await lockSubAccounts(tx, locked) : []
  const { turned, after } = afterOrder(before, order, prices, now)
  const logType = 'SYS_MATRIX'
  const about: EntryContext = {
    ...changeContext({ before: turned ?? before, after }),
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
    ...conversionsOfSubs({ locked, subIds, logType }, { before, after }, prices),
    bought,
  ]
  await postEntries(tx, locked, entries, now)
  if (changesChannel)
    await convertReserved(tx, ownerId, (chars) =>
      charactersOn(chars, before.channelId, order.channelId, prices),
    )
  await setMembership(tx, ownerId, { groupId: order.memberGroupId, channelId: order.channelId })
  return true
}
