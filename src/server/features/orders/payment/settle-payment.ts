/** Settles payments: the only code that marks an order paid, for every source of the report. */
import type { Topic } from '#contract/topics.ts'
import type { Db } from '#server/platform/db/open.ts'
import { isProduction } from '#server/platform/db/database-mode.ts'
import { orders, payments, unmatchedPayments } from '#server/features/orders/table.ts'
import type { Order, UnmatchedPayment } from '#server/features/orders/table.ts'
import { transaction } from '#server/platform/db/db.ts'
import { findViolation, uniqueViolation } from '#server/platform/db/violations.ts'
import { lockAccounts, type LockedAccounts } from '#server/features/ledger/index.ts'
import { createNotice } from '#server/features/notifications/index.ts'
import { ExceedsLimit, type Entitlement } from '#server/features/packages/index.ts'
import { channels } from '#server/features/packages/table.ts'
import { dropAlerts } from '#server/features/alerts/index.ts'
import {
  alertOfFailure,
  dropUnpaidAlerts,
} from '#server/features/orders/payment/alert-of-failure.ts'
import { creditOrder } from '#server/features/orders/payment/credit-order.ts'
import { nextPoll, schedulePoll } from '#server/features/orders/payment/poll-schedule.ts'
import {
  lockOrder,
  whereOrder,
  findOrderByNo,
  type OrderDeps,
} from '#server/features/orders/find-order.ts'
import { recordOrderEvent } from '#server/features/orders/order-events.ts'
import { isRefunded } from '#server/features/orders/refunds/record-refund.ts'
import type { PayChannelCode, Payment } from '#server/features/orders/payment/gateway.ts'
import { sandboxVendorId } from '#server/features/orders/payment/sandbox/notify.ts'
import type { SettlementOutcome } from '#server/features/orders/payment/notifications.ts'
import { recordEvent } from '#server/features/webhooks/index.ts'
import { formatYuan, formatBilingual, t } from '#server/platform/messages.ts'
import { and, asc, eq, inArray } from 'drizzle-orm'
import type { Lang } from '#locales/messages.ts'
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
): Promise<SettlementOutcome> {
  const { db, clock, events } = deps
  // The vendor of all the channels; their names, if none of them is configured any more.
  const gateway =
    channels
      .map((channel) => deps.gateways.get(channel)?.vendorId)
      .find((vendorId) => vendorId !== undefined) ?? channels.join()
  const recordUnmatched = async (reason: UnmatchedReason): Promise<SettlementOutcome> => {
    await recordUnmatchedPayment(deps, gateway, payment, reason, clock())
    return 'refused'
  }
  const order = await findOrderByNo(db, payment.orderNo)
  if (!order) return recordUnmatched('unknownOrder')
  if (!channels.includes(order.payChannel)) return recordUnmatched('wrongChannel')
  if (isPaidBy(order, payment)) return 'already'
  if (order.amountCents !== payment.amountCents) return recordUnmatched('wrongAmount')
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

/** `reportsRefunds`: see `Gateway`. */
export type ReportedPayment = {
  order: Order
  gateway: string
  payment: Payment
  reportsRefunds: boolean
}
type Decision = 'credited' | 'already' | 'refused' | UnmatchedReason

/**
 * Credits the payment or records it as unmatched. Holds the account and order locks to the commit,
 * so of concurrent notifications the first one decides. An unmatched payment is never credited
 * later.
 */
async function creditOrRecordUnmatched(
  tx: Db,
  { log }: OrderDeps,
  reported: ReportedPayment,
  now: Date,
): Promise<Decision> {
  const { gateway, payment } = reported
  const { ownerId } = reported.order
  const locked = await lockAccounts(tx, ownerId, [ownerId])
  const order = await lockOrder(tx, reported.order)
  if (isPaidBy(order, payment)) return 'already'
  if (gateway === sandboxVendorId && (await isProduction(tx))) {
    log.error('a sandbox payment was refused: this database serves production', { order: order.no })
    return 'refused'
  }
  if (await isRecordedAsUnmatched(tx, gateway, payment)) return 'refused'
  const decision = await creditPayment(tx, locked, { ...reported, order }, now)
  if (decision === 'credited') return decision
  const isNew = await recordUnmatchedPayment({ db: tx, log }, gateway, payment, decision, now)
  if (isNew && decision === 'beyond') await alertOfFailure(tx, order, 'notCredited', now)
  return decision
}

/**
 * Credits the payment, or returns the reason why it can't be credited. Call with the order's
 * account and then the order locked.
 */
export async function creditPayment(
  tx: Db,
  locked: LockedAccounts,
  reported: ReportedPayment,
  now: Date,
): Promise<'credited' | UnmatchedReason> {
  // Checked first: an order credited before its account was deleted stays paid.
  if (reported.order.payStatus === 'P') return 'paidTwice'
  if (!locked.find(reported.order.ownerId)) return 'accountClosed'
  if (await isRefunded(tx, reported.gateway, reported.payment)) return 'refunded'
  // The savepoint rolls back if the account would exceed its limits.
  return transaction(tx, (savepoint) => creditAndMarkPaid(savepoint, locked, reported, now)).catch(
    (reason: unknown) => {
      if (reason instanceof ExceedsLimit) return 'beyond' as const
      throw reason
    },
  )
}

/**
 * False if the payment or the order is in the table. Without ON CONFLICT, for which Citus needs the
 * right to change rows of a reference table, and no role may change these.
 */
async function tryInsertPayment(tx: Db, payment: typeof payments.$inferInsert): Promise<boolean> {
  try {
    await transaction(tx, (savepoint) => savepoint.insert(payments).values(payment))
    return true
  } catch (error) {
    if (findViolation(error)?.code === uniqueViolation) return false
    throw error
  }
}

async function creditAndMarkPaid(
  tx: Db,
  locked: LockedAccounts,
  { order, gateway, payment, reportsRefunds }: ReportedPayment,
  now: Date,
): Promise<'credited' | 'numberUsed'> {
  const { ownerId, id } = order
  const { gatewayNo } = payment
  if (await isCreditedByHand(tx, gateway, gatewayNo)) return 'numberUsed'
  if (!(await tryInsertPayment(tx, { gateway, gatewayNo, ownerId, orderId: id })))
    return 'numberUsed'
  await dropAlerts(tx, { ownerId, kind: 'paymentFailed', subjectId: id })
  await dropUnpaidAlerts(tx, order)
  const entitlement = await creditOrder(tx, locked, order, now)
  const paidAt = clampPaidAt(order, payment, now)
  await tx
    .update(orders)
    .set({ payStatus: 'P', paidAt, gatewayNo, payCode: null })
    .where(whereOrder(order))
  const isLate = order.payStatus !== 'W'
  await recordOrderEvent(tx, order, isLate ? 'paidAfterClosing' : 'paid', now)
  const next = nextPoll({ ...order, payStatus: 'P', paidAt }, {}, now)
  await schedulePoll(tx, order, reportsRefunds ? next : undefined)
  const channelNames = entitlement && (await readChangedChannel(tx, entitlement))
  const words = formatBilingual(isLate ? 'paidLate' : 'paid', (lang) => ({
    no: order.no,
    amount: formatYuan(order.amountCents),
    channel: channelNames ? t(lang, 'paidChannel', channelNames[lang]) : '',
  }))
  await createNotice(tx, { ownerId, userId: ownerId, type: 'paid', level: 'info', words }, now)
  const data = {
    orderNo: order.no,
    amount: order.amountCents,
    currency: 'CNY' as const,
    packageName: order.groupName,
    paidAt: paidAt.toISOString(),
  }
  const path = `/UserCenterOrder#${id}`
  await recordEvent(tx, ownerId, { event: 'orderPaid', data, words, path }, now)
  return 'credited'
}

type Names = Record<'before' | 'after', string>

/** Names of the channel before and after; undefined if it is the same. */
async function readChangedChannel(
  tx: Db,
  { before, after }: Record<'before' | 'after', Entitlement>,
): Promise<Record<Lang, Names> | undefined> {
  if (before.channelId === after.channelId) return undefined
  const rows = await tx
    .select({ id: channels.id, zh: channels.name, en: channels.enName })
    .from(channels)
    .where(inArray(channels.id, [before.channelId, after.channelId]))
  const namesIn = (lang: Lang): Names => {
    const nameOf = (id: string) => rows.find((row) => row.id === id)?.[lang] ?? id
    return { before: nameOf(before.channelId), after: nameOf(after.channelId) }
  }
  return { zh: namesIn('zh'), en: namesIn('en') }
}

/** Clamps the gateway's time to between the order and now, because clocks may differ. */
function clampPaidAt({ createdAt }: Order, { paidAt }: Payment, now: Date): Date {
  return new Date(Math.min(Math.max(paidAt.getTime(), createdAt.getTime()), now.getTime()))
}

/** Why a payment was not credited to its order. It is stored for the operators, who handle it. */
export type UnmatchedReason = UnmatchedPayment['reason']

/** An unmatched payment must not be credited later, because the operator may have refunded it. */
async function isRecordedAsUnmatched(
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

/** Locks all unmatched payments with a number of the gateway, in the order of their order numbers. */
export const lockUnmatchedByNumber = (
  tx: Db,
  gateway: string,
  gatewayNo: string,
): Promise<UnmatchedPayment[]> =>
  tx
    .select()
    .from(unmatchedPayments)
    .where(and(eq(unmatchedPayments.gateway, gateway), eq(unmatchedPayments.gatewayNo, gatewayNo)))
    .orderBy(asc(unmatchedPayments.orderNo))
    .for('update')

/**
 * Whether an operator credited the payment to an account. The lock makes this function and an
 * operator who credits one of the payments wait for each other.
 */
async function isCreditedByHand(tx: Db, gateway: string, gatewayNo: string): Promise<boolean> {
  const rows = await lockUnmatchedByNumber(tx, gateway, gatewayNo)
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
