/** Records refunds reported by gateways and prevents crediting of refunded payments. */
import { and, eq, inArray, isNull, ne, or, sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/open.ts'
import { refunds, unmatchedPayments } from '#server/features/orders/table.ts'
import type { Order, RefundRow, UnmatchedPayment } from '#server/features/orders/table.ts'
import { transaction, onlyRow } from '#server/platform/db/db.ts'
import { lockAccounts } from '#server/features/ledger/index.ts'
import { createNotice } from '#server/features/notifications/index.ts'
import { findOrder, lockOrder, findOrderByNo } from '#server/features/orders/find-order.ts'
import {
  approveReported,
  refundRequestTopics,
} from '#server/features/orders/refunds/refund-requests.ts'
import type { PayChannelCode, Payment, Refund } from '#server/features/orders/payment/gateway.ts'
import type { Dependencies } from '#server/dependencies.ts'
import { formatYuan, formatBilingual } from '#server/platform/messages.ts'

type RefundDeps = Pick<Dependencies, 'db' | 'events' | 'clock' | 'log'>
type ReportDeps = RefundDeps & Pick<Dependencies, 'settings'>
type Classification = Pick<RefundRow, 'state' | 'reason' | 'amountCents'>

/** `channels`: the channels served by the gateway. */
type RefundSource = { gateway: string; channels: readonly PayChannelCode[] }

/**
 * Records a refund once, also on repeated or concurrent notifications; resolves after the commit.
 * Takes the same locks in the same order as crediting, so a refund is recorded either after the
 * credit or instead of it.
 */
export async function recordRefund(
  deps: ReportDeps,
  refund: Refund,
  { gateway, channels }: RefundSource,
): Promise<void> {
  try {
    await tryToRecordRefund(deps, refund, { gateway, channels })
  } catch (reason) {
    if (!(reason instanceof AssignedMeanwhile)) throw reason
    // An assignment is final, so the second attempt finds the order.
    await tryToRecordRefund(deps, refund, { gateway, channels })
  }
}

/** Thrown if an operator credited the payment after its order was looked up. */
class AssignedMeanwhile extends Error {}

async function tryToRecordRefund(
  deps: ReportDeps,
  refund: Refund,
  { gateway, channels }: RefundSource,
): Promise<void> {
  const named = await findOrderByNo(deps.db, refund.orderNo)
  const assigned = await findUnmatched(deps.db, gateway, refund)
  const refundedOrder = assigned?.creditedOrderId
    ? await findOrder(deps.db, { ownerId: assigned.creditedOwnerId!, id: assigned.creditedOrderId })
    : named && channels.includes(named.payChannel)
      ? named
      : undefined
  const notifiedOrder = await transaction(deps.db, async (tx) => {
    const order = refundedOrder && (await lockForRefund(tx, refundedOrder))
    const recorded = await findRefund(tx, gateway, refund.refundNo)
    if (recorded && !isStateChange(recorded, refund)) return undefined
    const unmatched = await findUnmatched(tx, gateway, refund, 'update')
    if ((unmatched?.creditedOrderId ?? null) !== (assigned?.creditedOrderId ?? null))
      throw new AssignedMeanwhile()
    const { isOfOrder, ...classified } = await classifyRefund(tx, gateway, refund, {
      order,
      unmatched,
      reasonWithoutOrder: named ? 'wrongChannel' : 'unknownOrder',
    })
    const {
      orderNo,
      gatewayNo,
      refundNo,
      state: vendorState,
      amountCents: reportedCents,
      refundedAt,
    } = refund
    const row = {
      gateway,
      refundNo,
      gatewayNo,
      orderNo,
      reportedCents,
      vendorState,
      refundedAt,
      ...classified,
    }
    const isNew = await saveRefund(
      tx,
      {
        ...row,
        ownerId: isOfOrder ? order!.ownerId : null,
        orderId: isOfOrder ? order!.id : null,
        at: deps.clock(),
      },
      recorded,
    )
    if (!isNew) return undefined
    if (order && vendorState === 'success') await replaceSuspicions(tx, order, gateway)
    logRefund(deps, row)
    if (!order || classified.state !== 'open' || vendorState !== 'success') return undefined
    const isAsked =
      classified.reason === null &&
      (await approveReported(tx, order, classified.amountCents, {
        now: deps.clock(),
        publicUrl: deps.settings.publicUrl,
      }))
    if (isAsked) return order
    const { ownerId } = order
    const words = formatBilingual('refunded', {
      no: order.no,
      amount: formatYuan(classified.amountCents),
    })
    await createNotice(
      tx,
      { ownerId, userId: ownerId, type: 'paid', level: 'warning', words },
      deps.clock(),
    )
    return order
  })
  if (notifiedOrder)
    deps.events.publish({ ownerId: notifiedOrder.ownerId, about: refundRequestTopics })
}

/** Records a refund inferred from the payment's status at the gateway, without a notification. */
export async function recordSuspicion(
  deps: RefundDeps,
  unlockedRow: Order,
  gateway: string,
  gatewayNo: string,
): Promise<void> {
  await transaction(deps.db, async (tx) => {
    const order = await lockForRefund(tx, unlockedRow)
    const ofOrder = and(
      eq(refunds.ownerId, order.ownerId),
      eq(refunds.orderId, order.id),
      eq(refunds.gateway, gateway),
    )
    if ((await tx.$count(refunds, ofOrder)) > 0) return
    const at = deps.clock()
    const row = {
      gateway,
      refundNo: `suspected:${order.no}`,
      gatewayNo,
      orderNo: order.no,
      amountCents: 0,
      reportedCents: 0,
      vendorState: 'suspected' as const,
      ...classifySuspicion(order, gatewayNo),
    }
    await saveRefund(
      tx,
      { ...row, ownerId: order.ownerId, orderId: order.id, refundedAt: at, at },
      undefined,
    )
    logRefund(deps, row)
  })
}

function classifySuspicion(
  order: Order,
  gatewayNo: string,
): Pick<Classification, 'state' | 'reason'> {
  if (order.payStatus !== 'P') return { state: 'settled', reason: 'notCredited' }
  if (isOfOtherPayment(order, gatewayNo)) return { state: 'settled', reason: 'unmatchedPayment' }
  return { state: 'open', reason: null }
}

/** Whether the order was credited with another payment. */
const isOfOtherPayment = (order: Order, gatewayNo: string) =>
  gatewayNo !== '' && gatewayNo !== order.gatewayNo

/** Whether a payment was refunded before it was credited. Call with the order locked. */
export async function isRefunded(
  tx: Db,
  gateway: string,
  { orderNo, gatewayNo }: Payment,
): Promise<boolean> {
  const same = and(
    eq(refunds.gateway, gateway),
    eq(refunds.orderNo, orderNo),
    inArray(refunds.gatewayNo, [gatewayNo, '']),
  )
  return (
    (await tx.$count(
      refunds,
      and(same, ne(refunds.vendorState, 'closed'), ne(refunds.state, 'void')),
    )) > 0
  )
}

async function lockForRefund(tx: Db, order: Order): Promise<Order> {
  await lockAccounts(tx, order.ownerId, [order.ownerId])
  return lockOrder(tx, order)
}

async function findRefund(
  tx: Db,
  gateway: string,
  refundNo: string,
): Promise<RefundRow | undefined> {
  const [row] = await tx
    .select()
    .from(refunds)
    .where(and(eq(refunds.gateway, gateway), eq(refunds.refundNo, refundNo)))
    .for('update')
  return row
}

/** A refund in state `abnormal` may still succeed or be closed; a success is final. */
const isStateChange = (recorded: RefundRow, refund: Refund) =>
  recorded.settledAt === null && recorded.vendorState === 'abnormal' && refund.state !== 'abnormal'

/** Cents of the other valid refunds of the same payment. */
async function sumOtherRefunds(
  tx: Db,
  order: Order,
  gateway: string,
  { gatewayNo, refundNo }: Refund,
): Promise<number> {
  const sums = await tx
    .select({ cents: sql<string>`coalesce(sum(${refunds.amountCents}), 0)` })
    .from(refunds)
    .where(
      and(
        eq(refunds.ownerId, order.ownerId),
        eq(refunds.orderId, order.id),
        eq(refunds.gateway, gateway),
        eq(refunds.gatewayNo, gatewayNo),
        ne(refunds.refundNo, refundNo),
        ne(refunds.state, 'void'),
        or(isNull(refunds.reason), ne(refunds.reason, 'wrongAmount')),
      ),
    )
  return Number(onlyRow(sums).cents)
}

/** `order`: locked. `reasonWithoutOrder`: applies if there is none. */
type RefundMatch = {
  order: Order | undefined
  unmatched: UnmatchedPayment | undefined
  reasonWithoutOrder: 'wrongChannel' | 'unknownOrder'
}

/** `isOfOrder`: whether the refund is recorded with the order. */
async function classifyRefund(
  tx: Db,
  gateway: string,
  refund: Refund,
  { order, unmatched, reasonWithoutOrder }: RefundMatch,
): Promise<Classification & { isOfOrder: boolean }> {
  const isOfOrder = order !== undefined
  const otherCents = order ? await sumOtherRefunds(tx, order, gateway, refund) : 0
  // If two running totals arrive out of order, the larger includes the smaller.
  const amountCents =
    refund.isTotal && order ? Math.max(0, refund.amountCents - otherCents) : refund.amountCents
  if (order && refund.state === 'closed')
    return { state: 'void', reason: null, amountCents: 0, isOfOrder }
  if (order && refund.isTotal && amountCents === 0)
    return { state: 'void', reason: 'replaced', amountCents, isOfOrder }
  if (unmatched?.outcome === 'account')
    return { state: 'open', reason: 'creditedByHand', amountCents, isOfOrder: false }
  if (unmatched && unmatched.outcome !== 'order' && refund.state !== 'closed') {
    await markRefunded(tx, unmatched, gateway, refund)
    return { state: 'settled', reason: 'unmatchedPayment', amountCents, isOfOrder }
  }
  if (!order) return { state: 'open', reason: reasonWithoutOrder, amountCents, isOfOrder }
  const isWrongAmount =
    refund.paidCents !== order.amountCents ||
    amountCents <= 0 ||
    otherCents + amountCents > order.amountCents
  if (isWrongAmount) return { state: 'open', reason: 'wrongAmount', amountCents, isOfOrder }
  if (order.payStatus !== 'P')
    return { state: 'settled', reason: 'notCredited', amountCents, isOfOrder }
  if (isOfOtherPayment(order, refund.gatewayNo))
    return { state: 'settled', reason: 'unmatchedPayment', amountCents, isOfOrder }
  return { state: 'open', reason: null, amountCents, isOfOrder }
}

/** `lock`: waits for an operator who is handling the payment. Lock accounts and orders first. */
async function findUnmatched(
  db: Db,
  gateway: string,
  { gatewayNo, orderNo }: Refund,
  lock?: 'update',
): Promise<UnmatchedPayment | undefined> {
  const query = db
    .select()
    .from(unmatchedPayments)
    .where(
      and(
        eq(unmatchedPayments.gateway, gateway),
        eq(unmatchedPayments.gatewayNo, gatewayNo),
        eq(unmatchedPayments.orderNo, orderNo),
      ),
    )
  const [found] = await (lock ? query.for(lock) : query)
  return found
}

/** The refund of an unmatched payment resolves it, since nothing was credited. */
async function markRefunded(
  tx: Db,
  { id, handledAt }: UnmatchedPayment,
  gateway: string,
  { refundNo, refundedAt }: Refund,
): Promise<void> {
  if (handledAt) return
  await tx
    .update(unmatchedPayments)
    .set({
      handledAt: refundedAt,
      handledBy: gateway,
      handling: `refund ${refundNo}`,
      outcome: 'refunded',
    })
    .where(eq(unmatchedPayments.id, id))
}

/** Returns false if a concurrent notification recorded it first. */
async function saveRefund(
  tx: Db,
  row: typeof refunds.$inferInsert,
  recorded: RefundRow | undefined,
): Promise<boolean> {
  if (recorded) {
    const { at: _, ...changed } = row
    await tx.update(refunds).set(changed).where(eq(refunds.id, recorded.id))
    return true
  }
  const saved = await tx
    .insert(refunds)
    .values(row)
    .onConflictDoNothing()
    .returning({ id: refunds.id })
  return saved.length > 0
}

/** The notification replaces refunds that were only suspected. */
async function replaceSuspicions(tx: Db, order: Order, gateway: string): Promise<void> {
  const ofOrder = and(
    eq(refunds.ownerId, order.ownerId),
    eq(refunds.orderId, order.id),
    eq(refunds.gateway, gateway),
  )
  await tx
    .update(refunds)
    .set({ state: 'void', reason: 'replaced' })
    .where(and(ofOrder, eq(refunds.vendorState, 'suspected'), isNull(refunds.settledAt)))
}

type LoggedRefund = Pick<
  RefundRow,
  'gateway' | 'orderNo' | 'refundNo' | 'vendorState' | 'amountCents' | 'state' | 'reason'
>

function logRefund(
  { log }: RefundDeps,
  { gateway, orderNo, refundNo, vendorState, amountCents, state, reason }: LoggedRefund,
): void {
  const event = state === 'open' ? 'a refund waits for the operator' : 'a refund was recorded'
  log.error(event, {
    gateway,
    order: orderNo,
    refundNo,
    vendorState,
    cents: amountCents,
    reason: reason ?? 'credited',
  })
}
