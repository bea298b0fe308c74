/** Calls gateways about orders: gets the payment address, queries the status, closes. */
import {
  closingTime,
  nextPoll,
  schedulePoll,
} from '#server/features/orders/payment/poll-schedule.ts'
import { type Order, orders } from '#server/features/orders/table.ts'
import {
  GatewayFailure,
  type PaymentRequest,
  type Gateway,
  type Payer,
  type PaymentStatus,
} from '#server/features/orders/payment/gateway.ts'
import { and, eq, sql, isNull, lte, or } from 'drizzle-orm'
import {
  lockOrder,
  type OrderDeps,
  recordOrderEvent,
  whereOrder,
  getOwnOrder,
  listOpenOrders,
} from '#server/features/orders/service.ts'
import { ApiError } from '#server/http/errors.ts'
import { transaction } from '#server/platform/db/db.ts'
import { recordSuspicion } from '#server/features/orders/refunds/service.ts'
import { settlePayment } from '#server/features/orders/payment/settle-payment.ts'
import { errorFields } from '#server/platform/log.ts'
import { formatYuan } from '#server/platform/messages.ts'

function toPaymentRequest({
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
const gatewayTimeout = 20_000

/**
 * Calls the order's gateway. Throws GatewayFailure, also if the gateway is not configured or times
 * out.
 */
async function callGateway<T>(
  { gateways, yieldTurn = (wait) => wait() }: Pick<OrderDeps, 'gateways' | 'yieldTurn'>,
  order: Order,
  work: (gateway: Gateway, paymentRequest: PaymentRequest) => Promise<T>,
): Promise<T> {
  const gateway = gateways.get(order.payChannel)
  if (!gateway) throw new GatewayFailure(`There is no gateway for ${order.payChannel}.`)
  let timer: NodeJS.Timeout | undefined
  const timedOut = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () =>
        reject(new GatewayFailure(`The gateway for ${order.payChannel} did not answer in time.`)),
      gatewayTimeout,
    )
  })
  const answer = () => Promise.race([work(gateway, toPaymentRequest(order)), timedOut])
  return yieldTurn(answer).finally(() => clearTimeout(timer))
}

type OpenDeps = Pick<OrderDeps, 'db' | 'gateways' | 'clock' | 'yieldTurn'>

/**
 * Returns the content of `scanQRCodeUrl`. Throws ApiError `orderPaid` or `orderClosed`, or
 * GatewayFailure.
 */
export async function openPayment(deps: OpenDeps, order: Order, payer: Payer): Promise<string> {
  const { db, gateways, clock } = deps
  refuseUnlessOpen(order)
  if (closingTime(order) <= clock()) throw new ApiError('orderClosed')
  // The sandbox's cashier is served under the site's own address, which may change, so its result
  // is not cached. A second `create` finds the same bill.
  const isSandbox = gateways.get(order.payChannel)?.pages !== undefined
  if (order.payCode !== null && !isSandbox) return order.payCode
  const payCode = await callGateway(deps, order, (gateway, paymentRequest) =>
    gateway.create(paymentRequest, payer),
  )
  const stored = await db
    .update(orders)
    .set({ payCode })
    .where(and(whereOrder(order), eq(orders.payStatus, sql`'W'`)))
    .returning({ id: orders.id })
  // The order was paid or closed during the gateway call.
  if (stored.length === 0) refuseUnlessOpen(await getOwnOrder(db, order.ownerId, order.id))
  return payCode
}

/** Throws ApiError `orderPaid` or `orderClosed`. */
export function refuseUnlessOpen({ payStatus }: Pick<Order, 'payStatus'>): void {
  if (payStatus === 'P') throw new ApiError('orderPaid')
  if (payStatus !== 'W') throw new ApiError('orderClosed')
}

/** C: cancelled by the owner; T: timed out. */
type ClosedStatus = 'C' | 'T'

/**
 * Returns the resulting status, P if a payment came first. Throws GatewayFailure and leaves the
 * order open unless the gateway confirms the closing. If the gateway is no longer configured, an
 * order past its closing time is marked timed out without a query.
 */
export async function closeOrder(
  deps: OrderDeps,
  order: Order,
  closing: ClosedStatus,
): Promise<Order['payStatus']> {
  if (!deps.gateways.has(order.payChannel) && closingTime(order) <= deps.clock())
    return markClosed(deps, order, 'T')
  const status = await callGateway(deps, order, (gateway, paymentRequest) =>
    gateway.close(paymentRequest),
  )
  if (status.state === 'waiting')
    throw new GatewayFailure(`Order ${order.no} can still be paid after it was closed.`)
  if (await settleReported(deps, order, status)) return 'P'
  await recordRevealedRefund(deps, order, status)
  return markClosed(deps, order, closing)
}

/**
 * Closes the bill of an order that an operator credited with another payment. If the customer has
 * paid the bill too, that payment becomes unmatched. Throws GatewayFailure unless the gateway
 * confirms that the bill can no longer be paid.
 */
export async function closeBill(deps: OrderDeps, order: Order): Promise<void> {
  const status = await callGateway(deps, order, (gateway, paymentRequest) =>
    gateway.close(paymentRequest),
  )
  if (status.state === 'waiting')
    throw new GatewayFailure(`Order ${order.no} can still be paid after it was closed.`)
  if (!(await settleReported(deps, order, status))) await recordRevealedRefund(deps, order, status)
}

/** Settles the payment that the gateway reports; false if there is none or it was refused. */
const settleReported = async (
  deps: OrderDeps,
  order: Order,
  status: PaymentStatus,
): Promise<boolean> =>
  status.state === 'paid' &&
  (await settlePayment(deps, status.payment, [order.payChannel])) !== 'refused'

/**
 * Records a refund that the payment's status reveals, because the gateway's one notification of it
 * may be lost. Returns whether the payment was refunded.
 */
async function recordRevealedRefund(
  deps: OrderDeps,
  order: Order,
  status: PaymentStatus,
): Promise<boolean> {
  if (status.state !== 'closed' || status.refundedNo === undefined) return false
  const gateway = deps.gateways.get(order.payChannel)?.vendorId
  if (gateway !== undefined) await recordSuspicion(deps, order, gateway, status.refundedNo)
  return true
}

/**
 * Call once the order can no longer be paid at the gateway. A concurrent payment or closing takes
 * precedence.
 */
async function markClosed(
  { db, clock, events }: OrderDeps,
  unlockedRow: Order,
  closing: ClosedStatus,
): Promise<Order['payStatus']> {
  const now = clock()
  const { payStatus, isClosedNow } = await transaction(db, async (tx) => {
    const order = await lockOrder(tx, unlockedRow)
    if (order.payStatus !== 'W') return { payStatus: order.payStatus, isClosedNow: false }
    await tx
      .update(orders)
      .set({ payStatus: closing, closedAt: now, payCode: null })
      .where(whereOrder(order))
    await recordOrderEvent(tx, order, closing === 'C' ? 'cancelled' : 'timedOut', now)
    await schedulePoll(
      tx,
      order,
      nextPoll({ ...order, payStatus: closing, closedAt: now }, {}, now),
    )
    return { payStatus: closing, isClosedNow: true }
  })
  if (isClosedNow) events.publish({ ownerId: unlockedRow.ownerId, about: ['orderByMemberGroup'] })
  return payStatus
}

/**
 * Queries the gateway about an order and applies the result: credits a payment, records a refund,
 * closes the order. An order past its closing time is closed instead, if the clock is trusted.
 * Returns the resulting status, and whether a paid order needs no further polls. Throws
 * GatewayFailure if the status is unknown.
 */
export async function pollGateway(
  deps: OrderDeps,
  order: Order,
): Promise<{ payStatus: Order['payStatus']; isFinal: boolean }> {
  const isPaid = order.payStatus === 'P'
  const isOpen = order.payStatus === 'W'
  if (isPaid && !deps.gateways.get(order.payChannel)?.reportsRefunds)
    return { payStatus: 'P', isFinal: true }
  if (isOpen && deps.isClockTrusted() && closingTime(order) <= deps.clock())
    return { payStatus: await closeOrder(deps, order, 'T'), isFinal: false }
  const status = await callGateway(deps, order, (gateway, paymentRequest) =>
    gateway.query(paymentRequest),
  )
  if (!isPaid && (await settleReported(deps, order, status)))
    return { payStatus: 'P', isFinal: false }
  const isRefunded = await recordRevealedRefund(deps, order, status)
  const payStatus =
    isOpen && status.state === 'closed' ? await markClosed(deps, order, 'T') : order.payStatus
  return { payStatus, isFinal: isPaid && isRefunded }
}

/** Throws ApiError `gatewayDown`, which names the order, in place of GatewayFailure. */
export async function convertGatewayFailure<T>(
  { log }: Pick<OrderDeps, 'log'>,
  { id, no }: Order,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (reason) {
    if (!(reason instanceof GatewayFailure)) throw reason
    log.warn('the gateway of an order could not be asked', { order: no, ...errorFields(reason) })
    throw new ApiError('gatewayDown', { orderId: id })
  }
}

/** Minimum milliseconds between user-triggered gateway queries of one order. */
const userPollInterval = 2_000

/**
 * `pollGateway` on request of a customer or an operator. Does nothing for a paid order and within
 * the rate limit of the order. Throws ApiError `gatewayDown`.
 */
export async function pollByUser(deps: OrderDeps, order: Order): Promise<void> {
  if (order.payStatus === 'P' || !(await claimUserPoll(deps, order))) return
  await convertGatewayFailure(deps, order, () => pollGateway(deps, order))
}

/** Rate limit for user-triggered gateway queries; an allowed one is recorded as an order event. */
async function claimUserPoll({ db, clock }: OrderDeps, order: Order): Promise<boolean> {
  const now = clock()
  const isDue = or(
    isNull(orders.askedAt),
    lte(orders.askedAt, new Date(now.getTime() - userPollInterval)),
  )
  return transaction(db, async (tx) => {
    const claimed = await tx
      .update(orders)
      .set({ askedAt: now })
      .where(and(whereOrder(order), isDue))
      .returning({ id: orders.id })
    if (claimed.length === 0) return false
    await recordOrderEvent(tx, await lockOrder(tx, order), 'asked', now)
    return true
  })
}

/**
 * Closes an owner's open orders before the account is cancelled, each at its gateway first. Throws
 * ApiError `orderPaid` if an order turns out to be
 * paid; it is credited, and the owner is informed before it is forfeited. Throws `gatewayDown` if a
 * gateway doesn't confirm that an order can no longer be paid. An expired order is closed
 * regardless, so that a dead gateway can't block the cancellation; a later payment is recorded as
 * unmatched.
 */
export async function closeOpenOrders(deps: OrderDeps, ownerId: string): Promise<void> {
  const open = await listOpenOrders(deps.db, ownerId)
  const closed = await Promise.all(open.map((order) => tryToClose(deps, order)))
  const paid = closed.find(({ payStatus }) => payStatus === 'P')
  if (paid) throw createPaidMeanwhileError(paid.order)
  const failed = closed.find(({ failure }) => failure !== undefined)
  if (!failed) return
  const { order, failure } = failed
  if (!(failure instanceof GatewayFailure)) throw failure
  deps.log.warn('the gateway of an order could not be asked', {
    order: order.no,
    ...errorFields(failure),
  })
  throw new ApiError('gatewayDown', { reason: { key: 'notYetClosed', values: { no: order.no } } })
}

type ClosingResult = { order: Order; payStatus?: Order['payStatus']; failure?: unknown }

async function tryToClose(deps: OrderDeps, order: Order): Promise<ClosingResult> {
  try {
    return { order, payStatus: await closeForCancellation(deps, order) }
  } catch (failure) {
    return { order, failure }
  }
}

async function closeForCancellation(deps: OrderDeps, order: Order): Promise<Order['payStatus']> {
  try {
    return await closeOrder(deps, order, 'C')
  } catch (reason) {
    if (!(reason instanceof GatewayFailure) || closingTime(order) > deps.clock()) throw reason
    deps.log.warn('an order was closed without its gateway, because its owner leaves', {
      order: order.no,
      ...errorFields(reason),
    })
    return markClosed(deps, order, 'T')
  }
}

const createPaidMeanwhileError = ({ no, amountCents }: Order) =>
  new ApiError('orderPaid', {
    reason: { key: 'paidMeanwhile', values: { no, amount: formatYuan(amountCents) } },
  })
