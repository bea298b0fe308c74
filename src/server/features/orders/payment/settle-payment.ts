/** Settles payments: the only code that marks an order paid, for every source of the report. */
import type { Topic } from '#contract/topics.ts'
import type { Db } from '#server/platform/db/open.ts'
import { isProduction } from '#server/platform/db/database-mode.ts'
import { orders, payments, unmatchedPayments } from '#server/features/orders/table.ts'
import type { Order, UnmatchedPayment } from '#server/features/orders/table.ts'
import { transaction } from '#server/platform/db/db.ts'
import { lockAccounts, type LockedAccounts } from '#server/features/ledger/service.ts'
import { creditOrder } from '#server/features/orders/payment/credit-order.ts'
import { createNotice } from '#server/features/notifications/service.ts'
import { nextPoll, schedulePoll } from '#server/features/orders/payment/poll-schedule.ts'
import {
  lockOrder,
  isOrder,
  orderByNo,
  type OrderDeps,
  recordOrderEvent,
} from '#server/features/orders/service.ts'
import { isRefunded } from '#server/features/orders/refunds/service.ts'
import { ExceedsLimit } from '#server/features/packages/service.ts'
import type { PayChannelCode, Payment } from '#server/features/orders/payment/gateway.ts'
import { notifiedAs as sandboxName } from '#server/features/orders/payment/sandbox/notify.ts'
import type { Outcome } from '#server/features/orders/payment/notifications.ts'
import { money, inBothLanguages } from '#server/platform/messages.ts'
import { and, asc, eq } from 'drizzle-orm'
import type { Log } from '#server/platform/log.ts'

/** Event bus topics of an owner that change when an order is paid. */
export const creditedTopics: readonly Topic[] = [
  'orderByMemberGroup',
  'user',
  'memberAccountLog',
  'notice',
]

/**
 * Credits the paid order, once, however often and from whichever source it is reported; resolves
 * after the commit. A payment after closing is credited too. A payment that matches no order of
 * `channels` is recorded as unmatched and `refused`.
 */
export async function settlePayment(
  deps: OrderDeps,
  payment: Payment,
  channels: readonly PayChannelCode[],
): Promise<Outcome> {
  const { db, clock, events } = deps
  const gateway =
    channels
      .map((channel) => deps.gateways.get(channel)?.notifiedAs)
      .find((name) => name !== undefined) ?? channels.join()
  const unmatched = async (reason: UnmatchedReason): Promise<Outcome> => {
    await recordUnmatchedPayment(deps, gateway, payment, reason, clock())
    return 'refused'
  }
  const order = await orderByNo(db, payment.orderNo)
  if (!order) return unmatched('unknownOrder')
  if (!channels.includes(order.payChannel)) return unmatched('wrongChannel')
  if (isPaidBy(order, payment)) return 'already'
  if (order.amountCents !== payment.amountCents) return unmatched('wrongAmount')
  const { ownerId } = order
  const reportsRefunds = deps.gateways.get(order.payChannel)?.reportsRefunds === true
  const decision = await transaction(db, (tx) =>
    creditOrRecordUnmatched(tx, deps, { order, gateway, payment, reportsRefunds }, clock()),
  )
  if (decision === 'credited') events.publish({ ownerId, about: creditedTopics })
  if (decision === 'beyond') events.publish({ ownerId, about: ['notice'] })
  return decision === 'credited' || decision === 'already' ? decision : 'refused'
}

const isPaidBy = ({ payStatus, gatewayNo }: Order, payment: Payment) =>
  payStatus === 'P' && gatewayNo === payment.gatewayNo

/** `reportsRefunds`: the gateway's `query` shows whether the payment was refunded. */
export type PaidOrder = { order: Order; gateway: string; payment: Payment; reportsRefunds: boolean }
type Decision = 'credited' | 'already' | 'refused' | UnmatchedReason

/**
 * Credits the payment or records it as unmatched. Holds the account and order locks to the commit,
 * so of concurrent notifications the first one decides. An unmatched payment is never credited
 * later.
 */
async function creditOrRecordUnmatched(
  tx: Db,
  { log }: OrderDeps,
  paid: PaidOrder,
  now: Date,
): Promise<Decision> {
  const { gateway, payment } = paid
  const { ownerId } = paid.order
  const locked = await lockAccounts(tx, ownerId, [ownerId])
  const order = await lockOrder(tx, paid.order)
  if (isPaidBy(order, payment)) return 'already'
  if (gateway === sandboxName && (await isProduction(tx))) {
    log.error('a sandbox payment was refused: this database serves production', { order: order.no })
    return 'refused'
  }
  if (await isUnmatched(tx, gateway, payment)) return 'refused'
  const decision = await creditPayment(tx, locked, { ...paid, order }, now)
  if (decision === 'credited') return decision
  const isNew = await recordUnmatchedPayment({ db: tx, log }, gateway, payment, decision, now)
  if (isNew && decision === 'beyond') {
    const words = inBothLanguages('paidBeyond', { no: order.no, amount: money(order.amountCents) })
    await createNotice(tx, { ownerId, userId: ownerId, type: 'paid', level: 'warning', words }, now)
  }
  return decision
}

/**
 * Credits the payment, or returns the reason why it can't be credited. Call with the order's account
 * and then the order locked.
 */
export async function creditPayment(
  tx: Db,
  locked: LockedAccounts,
  paid: PaidOrder,
  now: Date,
): Promise<'credited' | UnmatchedReason> {
  // Checked first: an order credited before its account was deleted stays paid.
  if (paid.order.payStatus === 'P') return 'paidTwice'
  if (!locked.find(paid.order.ownerId)) return 'accountClosed'
  if (await isRefunded(tx, paid.gateway, paid.payment)) return 'refunded'
  // The savepoint rolls back if the account would exceed its limits.
  return transaction(tx, (inner) => creditPaid(inner, locked, paid, now)).catch(
    (reason: unknown) => {
      if (reason instanceof ExceedsLimit) return 'beyond' as const
      throw reason
    },
  )
}

async function creditPaid(
  tx: Db,
  locked: LockedAccounts,
  { order, gateway, payment, reportsRefunds }: PaidOrder,
  now: Date,
): Promise<'credited' | 'numberUsed'> {
  const { ownerId, id } = order
  const { gatewayNo } = payment
  if (await isCreditedByHand(tx, gateway, gatewayNo)) return 'numberUsed'
  const inserted = await tx
    .insert(payments)
    .values({ gateway, gatewayNo, ownerId, orderId: id })
    .onConflictDoNothing()
    .returning({ id: payments.orderId })
  if (inserted.length === 0) return 'numberUsed'
  await creditOrder(tx, locked, order, now)
  const paidAt = paidAtOf(order, payment, now)
  await tx
    .update(orders)
    .set({ payStatus: 'P', paidAt, gatewayNo, payCode: null })
    .where(isOrder(order))
  const late = order.payStatus !== 'W'
  await recordOrderEvent(tx, order, late ? 'paidAfterClosing' : 'paid', now)
  const next = nextPoll({ ...order, payStatus: 'P', paidAt }, {}, now)
  await schedulePoll(tx, order, reportsRefunds ? next : undefined)
  const words = inBothLanguages(late ? 'paidLate' : 'paid', {
    no: order.no,
    amount: money(order.amountCents),
  })
  await createNotice(tx, { ownerId, userId: ownerId, type: 'paid', level: 'info', words }, now)
  return 'credited'
}

/** Clamps the gateway's time to between the order and now, because clocks may differ. */
function paidAtOf({ createdAt }: Order, { paidAt }: Payment, now: Date): Date {
  return new Date(Math.min(Math.max(paidAt.getTime(), createdAt.getTime()), now.getTime()))
}

/** Why a payment matches no order; it is never credited, logged once, stored for the operator. */
export type UnmatchedReason = UnmatchedPayment['reason']

/** An unmatched payment must not be credited later, because the operator may have refunded it. */
async function isUnmatched(
  db: Db,
  gateway: string,
  { gatewayNo, orderNo }: Payment,
): Promise<boolean> {
  const stored = and(
    eq(unmatchedPayments.gateway, gateway),
    eq(unmatchedPayments.gatewayNo, gatewayNo),
    eq(unmatchedPayments.orderNo, orderNo),
  )
  return (await db.$count(unmatchedPayments, stored)) > 0
}

/**
 * Whether an operator credited the payment to an account. Locks all unmatched payments of the
 * number, so that an operator who is crediting one of them is waited for, and waits.
 */
async function isCreditedByHand(tx: Db, gateway: string, gatewayNo: string): Promise<boolean> {
  const same = and(
    eq(unmatchedPayments.gateway, gateway),
    eq(unmatchedPayments.gatewayNo, gatewayNo),
  )
  const rows = await tx
    .select({ outcome: unmatchedPayments.outcome })
    .from(unmatchedPayments)
    .where(same)
    .orderBy(asc(unmatchedPayments.orderNo))
    .for('update')
  return rows.some(({ outcome }) => outcome === 'account')
}

/** Returns false if it was recorded before. */
async function recordUnmatchedPayment(
  { db, log }: { db: Db; log: Log },
  gateway: string,
  payment: Payment,
  reason: UnmatchedReason,
  now: Date,
): Promise<boolean> {
  const stored = await db
    .insert(unmatchedPayments)
    .values({ gateway, ...payment, reason, at: now })
    .onConflictDoNothing()
    .returning({ gatewayNo: unmatchedPayments.gatewayNo })
  if (stored.length === 0) return false
  const { orderNo, gatewayNo, amountCents } = payment
  log.error('money came in that fits no order', {
    gateway,
    order: orderNo,
    gatewayNo,
    cents: amountCents,
    reason,
  })
  return true
}
