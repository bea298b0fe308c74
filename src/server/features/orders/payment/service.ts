/** Calls gateways about orders: gets the payment address, queries the status, closes. */
import {
  closingTime,
  nextAfterClosing,
  schedulePoll,
} from '#server/features/orders/payment/poll-schedule.ts'
import type { Order } from '#server/features/orders/table.ts'
import {
  GatewayFailure,
  type PaymentRequest,
  type Gateway,
  type Gateways,
  type Payer,
  type PaymentStatus,
} from '#server/features/orders/payment/gateway.ts'
import { and, eq, sql, isNull, lte, or } from 'drizzle-orm'
import { orders } from '#server/schema.ts'
import {
  isOrder,
  ownOrder,
  lockOrder,
  type OrderDeps,
  openOrders,
  recordOrderEvent,
} from '#server/features/orders/service.ts'
import { ApiError } from '#server/http/errors.ts'
import type { Dependencies } from '#server/dependencies.ts'
import { transaction } from '#server/platform/db/db.ts'
import { recordSuspicion } from '#server/features/orders/refunds/service.ts'
import { settlePayment } from '#server/features/orders/payment/settle-payment.ts'
import { describeError } from '#server/platform/log.ts'
import { money } from '#server/platform/messages.ts'

function paymentRequestOf({
  id,
  no,
  amountCents,
  groupName,
  groupEnName,
  salesNum,
  createdAt,
}: Order): PaymentRequest {
  const ascii = groupEnName.replace(/[^\x20-\x7e]/g, '').trim()
  return {
    orderId: id,
    no,
    amountCents,
    subject: `${ascii || 'Order'} x ${salesNum}`,
    names: { zh: `${groupName} × ${salesNum}`, en: `${groupEnName} × ${salesNum}` },
    createdAt,
    closesAt: closingTime({ createdAt }),
  }
}

/** Gateway timeout in milliseconds. */
const timeout = 20_000

/**
 * Calls the order's gateway. Throws GatewayFailure, also if the gateway is not configured or times
 * out.
 */
async function withGateway<T>(
  gateways: Gateways,
  order: Order,
  question: (gateway: Gateway, paymentRequest: PaymentRequest) => Promise<T>,
): Promise<T> {
  const gateway = gateways.get(order.payChannel)
  if (!gateway) throw new GatewayFailure(`There is no gateway for ${order.payChannel}.`)
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () =>
        reject(new GatewayFailure(`The gateway for ${order.payChannel} did not answer in time.`)),
      timeout,
    )
  })
  return Promise.race([question(gateway, paymentRequestOf(order)), late]).finally(() =>
    clearTimeout(timer),
  )
}

type OpenDeps = Pick<Dependencies, 'db' | 'gateways' | 'clock'>

/**
 * Returns the content of `scanQRCodeUrl`. Throws ApiError `orderPaid` or `orderClosed`, or
 * GatewayFailure.
 */
export async function openPayment(
  { db, gateways, clock }: OpenDeps,
  order: Order,
  payer: Payer,
): Promise<string> {
  refuseUnlessOpen(order)
  if (closingTime(order) <= clock()) throw new ApiError('orderClosed')
  // The sandbox's cashier is served under the site's own address, which may change, so its result
  // is not cached. A second `create` finds the same bill.
  const ours = gateways.get(order.payChannel)?.pages !== undefined
  if (order.payCode !== null && !ours) return order.payCode
  const payCode = await withGateway(gateways, order, (gateway, paymentRequest) =>
    gateway.create(paymentRequest, payer),
  )
  const stored = await db
    .update(orders)
    .set({ payCode })
    .where(and(isOrder(order), eq(orders.payStatus, sql`'W'`)))
    .returning({ id: orders.id })
  // The order was paid or closed during the gateway call.
  if (stored.length === 0) refuseUnlessOpen(await ownOrder(db, order.ownerId, order.id))
  return payCode
}

/** Throws ApiError `orderPaid` or `orderClosed`. */
export function refuseUnlessOpen({ payStatus }: Pick<Order, 'payStatus'>): void {
  if (payStatus === 'P') throw new ApiError('orderPaid')
  if (payStatus !== 'W') throw new ApiError('orderClosed')
}

/** C: cancelled by the owner; T: timed out. */
type Closing = 'C' | 'T'

/**
 * Returns the resulting status, P if a payment came first. Throws GatewayFailure and leaves the
 * order open unless the gateway confirms the closing. If the gateway is no longer configured, an
 * order past its closing time is marked timed out without asking.
 */
export async function closeOrder(
  needs: OrderDeps,
  order: Order,
  closing: Closing,
): Promise<Order['payStatus']> {
  if (!needs.gateways.has(order.payChannel) && closingTime(order) <= needs.clock())
    return markClosed(needs, order, 'T')
  const standing = await withGateway(needs.gateways, order, (gateway, paymentRequest) =>
    gateway.close(paymentRequest),
  )
  if (standing.state === 'waiting')
    throw new GatewayFailure(`Order ${order.no} can still be paid after it was closed.`)
  if (
    standing.state === 'paid' &&
    (await settlePayment(needs, standing.payment, [order.payChannel])) !== 'refused'
  )
    return 'P'
  await noteRefund(needs, order, standing)
  return markClosed(needs, order, closing)
}

/**
 * The gateway sends one notification of a refund, which may be lost, so the queried status is
 * recorded too.
 */
async function noteRefund(needs: OrderDeps, order: Order, standing: PaymentStatus): Promise<void> {
  const gateway = needs.gateways.get(order.payChannel)?.notifiedAs
  if (gateway !== undefined && standing.state === 'closed' && standing.refundedNo !== undefined)
    await recordSuspicion(needs, order, gateway, standing.refundedNo)
}

/**
 * Call once the order can no longer be paid at the gateway. A concurrent payment or closing takes
 * precedence.
 */
async function markClosed(
  { db, clock, events }: OrderDeps,
  known: Order,
  closing: Closing,
): Promise<Order['payStatus']> {
  const now = clock()
  const { payStatus, mine } = await transaction(db, async (tx) => {
    const order = await lockOrder(tx, known)
    if (order.payStatus !== 'W') return { payStatus: order.payStatus, mine: false }
    await tx
      .update(orders)
      .set({ payStatus: closing, closedAt: now, payCode: null })
      .where(isOrder(order))
    await recordOrderEvent(tx, order, closing === 'C' ? 'cancelled' : 'timedOut', now)
    await schedulePoll(tx, order, nextAfterClosing({ closedAt: now }, now))
    return { payStatus: closing, mine: true }
  })
  if (mine) events.publish({ ownerId: known.ownerId, about: ['orderByMemberGroup'] })
  return payStatus
}

/**
 * Returns the resulting status. Closes an order past its closing time if the clock is trusted.
 * Throws GatewayFailure if the status is unknown.
 */
export async function refreshStatus(needs: OrderDeps, order: Order): Promise<Order['payStatus']> {
  if (order.payStatus === 'P') return 'P'
  if (order.payStatus === 'W' && needs.isClockTrusted() && closingTime(order) <= needs.clock())
    return closeOrder(needs, order, 'T')
  const standing = await withGateway(needs.gateways, order, (gateway, paymentRequest) =>
    gateway.query(paymentRequest),
  )
  if (
    standing.state === 'paid' &&
    (await settlePayment(needs, standing.payment, [order.payChannel])) !== 'refused'
  )
    return 'P'
  await noteRefund(needs, order, standing)
  return standing.state === 'closed' && order.payStatus === 'W'
    ? markClosed(needs, order, 'T')
    : order.payStatus
}

/**
 * Checks whether a credited payment was refunded, because its notification may be lost, and records
 * that for the operator. Returns whether polling can stop. Throws GatewayFailure.
 */
export async function findLostRefund(needs: OrderDeps, order: Order): Promise<boolean> {
  if (!needs.gateways.get(order.payChannel)?.reportsRefunds) return true
  const standing = await withGateway(needs.gateways, order, (gateway, paymentRequest) =>
    gateway.query(paymentRequest),
  )
  await noteRefund(needs, order, standing)
  return standing.state === 'closed' && standing.refundedNo !== undefined
}

/** Minimum milliseconds between user-triggered gateway queries of one order. */
const betweenQuestions = 2_000

/** Rate limit for user-triggered gateway queries; an allowed one is recorded as an order event. */
export async function canQueryGateway({ db, clock }: OrderDeps, order: Order): Promise<boolean> {
  const now = clock()
  const rested = or(
    isNull(orders.askedAt),
    lte(orders.askedAt, new Date(now.getTime() - betweenQuestions)),
  )
  return transaction(db, async (tx) => {
    const mine = await tx
      .update(orders)
      .set({ askedAt: now })
      .where(and(isOrder(order), rested))
      .returning({ id: orders.id })
    if (mine.length === 0) return false
    await recordOrderEvent(tx, await lockOrder(tx, order), 'asked', now)
    return true
  })
}

/**
 * Closes each order at its gateway first. Throws ApiError `orderPaid` if an order turns out to be
 * paid; it is credited, and the owner is informed before it is forfeited. Throws `gatewayDown` if a
 * gateway doesn't confirm that an order can no longer be paid. An expired order is closed
 * regardless, so that a dead gateway can't block the cancellation; a later payment is recorded as
 * unmatched.
 */
export async function closeOpenOrders(needs: OrderDeps, ownerId: string): Promise<void> {
  const open = await openOrders(needs.db, ownerId)
  const closed = await Promise.allSettled(open.map((order) => closeOne(needs, order)))
  const paid = open.find((_, at) => isPaid(closed[at]))
  if (paid) throw openOrderError('orderPaid', 'paidMeanwhile', paid)
  const failed = closed.findIndex(({ status }) => status === 'rejected')
  if (failed === -1) return
  const { reason } = closed[failed] as PromiseRejectedResult
  if (!(reason instanceof GatewayFailure)) throw reason
  const order = open[failed]!
  needs.log.warn('the gateway of an order could not be asked', {
    order: order.no,
    reason: describeError(reason),
  })
  throw openOrderError('gatewayDown', 'notYetClosed', order)
}

async function closeOne(needs: OrderDeps, order: Order): Promise<Order['payStatus']> {
  try {
    return await closeOrder(needs, order, 'C')
  } catch (reason) {
    if (!(reason instanceof GatewayFailure) || closingTime(order) > needs.clock()) throw reason
    needs.log.warn('an order was closed without its gateway, because its owner leaves', {
      order: order.no,
      reason: describeError(reason),
    })
    return markClosed(needs, order, 'T')
  }
}

const isPaid = (result: PromiseSettledResult<Order['payStatus']> | undefined) =>
  result?.status === 'fulfilled' && result.value === 'P'

const openOrderError = (
  code: 'orderPaid' | 'gatewayDown',
  reason: 'paidMeanwhile' | 'notYetClosed',
  { no, amountCents }: Order,
) => new ApiError(code, { because: { reason, values: { no, amount: money(amountCents) } } })
