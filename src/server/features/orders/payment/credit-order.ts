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
  convertReserved,
} from '#server/features/ledger/index.ts'
import {
  createConversionEntry,
  createSubAccountConversionEntries,
  createTrialEndEntries,
  readMainMembership,
  saveMembership,
  toEntitlement,
  toChangeContext,
  readPriceList,
  applyOrder,
  convertChars,
  currentEntitlement,
  type Entitlement,
} from '#server/features/packages/index.ts'
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
 * Credits a paid order to its owner, whose main account is locked; returns the entitlement before and
 * after it, or false if it was credited before. Call it in the transaction that marks the order paid.
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
): Promise<false | { before: Entitlement; after: Entitlement }> {
  const { ownerId } = order
  const mainAccount = locked.get(ownerId)
  // The type is a literal so that the planner can use the partial index of credits.
  const isCreditOfOrder = and(
    eq(accountLog.ownerId, ownerId),
    eq(accountLog.rechargeOrderNo, order.no),
    eq(accountLog.logType, sql`'RECHARGE_ORDER_BY_MEMBER_GROUP'`),
  )
  if ((await tx.$count(accountLog, isCreditOfOrder)) > 0) return false
  const [membership, prices] = [await readMainMembership(tx, ownerId), await readPriceList(tx)]
  const storedEntitlement: Entitlement = {
    ...toEntitlement(membership, mainAccount),
    reservedChars: mainAccount.reserved,
  }
  const before = currentEntitlement(storedEntitlement, now)
  const changesChannel = before.channelId !== order.channelId
  const subIds = changesChannel ? await lockSubAccounts(tx, locked) : []
  const { converted, after } = applyOrder(before, order, prices, now)
  const logType = 'SYS_MATRIX'
  const context: EntryContext = {
    ...toChangeContext({ before: converted ?? before, after }),
    rechargeOrderNo: order.no,
    rechargeGroupName: order.groupName,
    rechargeGroupEnName: order.groupEnName,
    rechargeChannelId: order.channelId,
    rechargeBillingMode: order.billingMode,
  }
  const creditEntry: Entry = {
    userId: ownerId,
    logType: 'RECHARGE_ORDER_BY_MEMBER_GROUP',
    change: { chars: after.chars - (converted ?? before).chars },
    minutes: order.billingMode === 'time' ? order.num : 0,
    expiresAt: after.expiresAt,
    cents: order.amountCents,
    context,
  }
  const entries = [
    ...createTrialEndEntries(ownerId, storedEntitlement, now),
    ...(converted
      ? [
          createConversionEntry(ownerId, logType, { before, after: converted }, now, {
            rechargeOrderNo: order.no,
          }),
        ]
      : []),
    ...createSubAccountConversionEntries({ locked, subIds, logType }, { before, after }, prices),
    creditEntry,
  ]
  await postEntries(tx, locked, entries, now)
  if (changesChannel)
    await convertReserved(tx, ownerId, (chars) =>
      convertChars(chars, before.channelId, order.channelId, prices),
    )
  await saveMembership(tx, ownerId, { groupId: order.memberGroupId, channelId: order.channelId })
  return { before, after }
}
