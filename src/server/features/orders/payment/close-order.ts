/** Closes orders once their gateway confirms that they can no longer be paid. */
import {
  closingTime,
  nextPoll,
  schedulePoll,
} from '#server/features/orders/payment/poll-schedule.ts'
import { type Order, orders } from '#server/features/orders/table.ts'
import {
  alertOfFailure,
  isBoughtMeanwhile,
} from '#server/features/orders/payment/alert-of-failure.ts'
import { GatewayFailure } from '#server/features/orders/payment/gateway.ts'
import {
  lockOrder,
  type OrderDeps,
  whereOrder,
  listOpenOrders,
} from '#server/features/orders/find-order.ts'
import { recordOrderEvent } from '#server/features/orders/order-events.ts'
import { ApiError } from '#server/http/errors.ts'
import type { Db } from '#server/platform/db/open.ts'
import { transaction } from '#server/platform/db/db.ts'
import { errorFields } from '#server/platform/log.ts'
import { formatYuan } from '#server/platform/messages.ts'
import { callGateway } from '#server/features/orders/payment/call-gateway.ts'
import {
  settleReported,
  recordRevealedRefund,
} from '#server/features/orders/payment/apply-status.ts'

/** Event bus topics of an owner that change when an order is closed. */
const closedTopics = ['orderByMemberGroup', 'notice', 'webhookDelivery'] as const

/** C: cancelled by the owner; T: timed out. */
type ClosedStatus = 'C' | 'T'

/**
 * Returns the resulting status, P if a payment came first. Throws GatewayFailure and leaves the
 * order open unless the gateway confirms the closing. If the gateway is no longer configured, an
 * order past its closing time is marked timed out without a query. `onClosed`: called in the
 * transaction that closes it as asked.
 */
export async function closeOrder(
  deps: OrderDeps,
  order: Order,
  closing: ClosedStatus,
  onClosed?: (tx: Db) => Promise<void>,
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
  return markClosed(deps, order, closing, onClosed)
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

/**
 * Call once the order can no longer be paid at the gateway. A concurrent payment or closing takes
 * precedence.
 */
export async function markClosed(
  { db, clock, events }: OrderDeps,
  unlockedRow: Order,
  closing: ClosedStatus,
  onClosed?: (tx: Db) => Promise<void>,
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
    if (closing === 'T' && !(await isBoughtMeanwhile(tx, order)))
      await alertOfFailure(tx, order, 'unpaid', now)
    await schedulePoll(
      tx,
      order,
      nextPoll({ ...order, payStatus: closing, closedAt: now }, {}, now),
    )
    await onClosed?.(tx)
    return { payStatus: closing, isClosedNow: true }
  })
  if (isClosedNow) events.publish({ ownerId: unlockedRow.ownerId, about: closedTopics })
  return payStatus
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
