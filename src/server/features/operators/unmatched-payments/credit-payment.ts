/** Credits an unmatched payment to an order or to an account, once. */
import { and, eq, ne, inArray } from 'drizzle-orm'
import type { Db } from '#server/platform/db/open.ts'
import {
  payments,
  unmatchedPayments,
  type UnmatchedPayment,
} from '#server/features/orders/table.ts'
import { lockAccounts, postEntries, type Entry } from '#server/features/ledger/index.ts'
import { createNotice } from '#server/features/notifications/index.ts'
import {
  currentEntitlement,
  type Entitlement,
  extendEntitlement,
  readPriceList,
  convertByValue,
  createTrialEndEntries,
  toEntitlement,
  readMainMembership,
} from '#server/features/packages/index.ts'
import {
  lockOrder,
  findOrderByNo,
  scheduleBillClosing,
  creditPayment,
  type UnmatchedReason,
  isRefunded,
} from '#server/features/orders/index.ts'
import { createRefusal } from '#server/features/operators/order-refusal.ts'
import { ApiError } from '#server/http/errors.ts'
import { t, formatBilingual, formatYuan } from '#server/platform/messages.ts'
import {
  type CreditedPayment,
  lockUnhandledPayment,
  markHandled,
  readEntitlement,
} from '#server/features/operators/unmatched-payments/unmatched-payment.ts'

/**
 * Credits the payment to the order like the order's own payment; the bill of an open order is
 * closed at its gateway soon after, so that it is not paid twice. Throws ApiError with the reason
 * for an order that is paid or of another amount, an account that was deleted, and a payment that
 * was already handled, credited or refunded.
 */
export async function assignToOrder(
  tx: Db,
  unlockedRow: UnmatchedPayment,
  orderNo: string,
  operator: string,
  now: Date,
): Promise<CreditedPayment> {
  const named = await findOrderByNo(tx, orderNo)
  if (!named) throw createRefusal('orderUnknown', { no: orderNo })
  const { ownerId } = named
  const locked = await lockAccounts(tx, ownerId, [ownerId])
  const order = await lockOrder(tx, named)
  const before = await lockUnhandledPayment(tx, unlockedRow)
  if (order.payStatus !== 'P' && order.amountCents !== before.amountCents)
    throw createRefusal('orderOfOtherAmount', {
      no: order.no,
      amount: formatYuan(order.amountCents),
      paid: formatYuan(before.amountCents),
    })
  const entitlementBefore = locked.find(ownerId) && (await readEntitlement(tx, locked, now))
  const decision = await creditPayment(
    tx,
    locked,
    { order, gateway: before.gateway, payment: before, reportsRefunds: false },
    now,
  )
  if (decision !== 'credited') throw createRefusal(refusalReasons[decision], { no: order.no })
  if (order.payStatus === 'W') await scheduleBillClosing(tx, order, now)
  const after = await markHandled(tx, before, operator, now, {
    outcome: 'order',
    handling: order.no,
    creditedOwnerId: ownerId,
    creditedOrderId: order.id,
  })
  const entitlement = { before: entitlementBefore!, after: await readEntitlement(tx, locked, now) }
  return { before, after, ownerId, order, entitlement }
}

const refusalReasons = {
  unknownOrder: 'orderUnknown',
  wrongAmount: 'orderOfOtherAmount',
  wrongChannel: 'orderUnknown',
  paidTwice: 'orderPaidAlready',
  numberUsed: 'paymentCredited',
  accountClosed: 'accountOfOrderDeleted',
  refunded: 'paymentRefunded',
  beyond: 'accountFull',
} as const satisfies Record<UnmatchedReason, string>

/**
 * Adds the quota that the money buys at catalogue prices to the main account, rounded down: minutes
 * to a membership by time, else characters of its channel. The owner is informed. Throws ApiError
 * with the reason.
 */
export async function creditToAccount(
  tx: Db,
  unlockedRow: UnmatchedPayment,
  { ownerId, note }: { ownerId: string; note: string },
  operator: string,
  now: Date,
): Promise<CreditedPayment> {
  const locked = await lockAccounts(tx, ownerId, [ownerId])
  const owner = locked.get(ownerId)
  const before = await lockUnhandledPayment(tx, unlockedRow)
  await refuseUncreditable(tx, before)
  const stored = toEntitlement(await readMainMembership(tx, ownerId), owner)
  const current = currentEntitlement(stored, now)
  const { mode, channelId } = current
  const num = await computeQuota(tx, before.amountCents, current)
  const credited = extendEntitlement(current, { channelId, billingMode: mode, num }, now)
  const entry: Entry = {
    userId: ownerId,
    logType: 'SYS_ADJUST',
    change: { chars: credited.chars - current.chars },
    minutes: mode === 'time' ? num : 0,
    expiresAt: credited.expiresAt,
    context: { managerName: operator },
  }
  await postEntries(tx, locked, [...createTrialEndEntries(ownerId, stored, now), entry], now)
  const words = formatBilingual('paymentCredited', (lang) => ({
    amount: formatYuan(before.amountCents),
    quota: t(lang, `refundUnit.${mode === 'char' ? 'chars' : 'minutes'}`, {
      count: num,
      amount: num.toLocaleString('en'),
    }),
  }))
  await createNotice(tx, { ownerId, userId: ownerId, type: 'paid', level: 'info', words }, now)
  const after = await markHandled(tx, before, operator, now, {
    outcome: 'account',
    handling: note,
    creditedOwnerId: ownerId,
  })
  const entitlement = { before: current, after: credited }
  return { before, after, ownerId, order: undefined, entitlement }
}

/**
 * Whether the money may be credited: false if it was credited to another order or account, or
 * refunded.
 */
export async function isCreditable(db: Db, payment: UnmatchedPayment): Promise<boolean> {
  if (payment.handledAt) return false
  try {
    await refuseUncreditable(db, payment)
    return true
  } catch (reason) {
    if (reason instanceof ApiError) return false
    throw reason
  }
}

/** One number at a gateway is one payment, even if it was reported for several orders. */
async function refuseUncreditable(db: Db, payment: UnmatchedPayment): Promise<void> {
  const { gateway, gatewayNo, id } = payment
  const isCreditedPayment = and(eq(payments.gateway, gateway), eq(payments.gatewayNo, gatewayNo))
  const isCreditedUnmatched = and(
    eq(unmatchedPayments.gateway, gateway),
    eq(unmatchedPayments.gatewayNo, gatewayNo),
    ne(unmatchedPayments.id, id),
    inArray(unmatchedPayments.outcome, ['order', 'account']),
  )
  if (
    (await db.$count(payments, isCreditedPayment)) > 0 ||
    (await db.$count(unmatchedPayments, isCreditedUnmatched)) > 0
  )
    throw createRefusal('paymentCredited', {})
  if (await isRefunded(db, gateway, payment)) throw createRefusal('paymentRefunded', {})
}

/** Throws ApiError if the catalogue has no such price, or the money buys less than one unit. */
async function computeQuota(
  tx: Db,
  amountCents: number,
  { mode, channelId }: Entitlement,
): Promise<number> {
  const rate = (await readPriceList(tx))[mode === 'char' ? 'chars' : 'minutes'].get(channelId)
  const worth = rate && convertByValue([{ amount: amountCents, rate: { cents: 1, per: 1 } }], rate)
  if (!worth) throw createRefusal('paymentWorthNothing', {})
  return worth
}
