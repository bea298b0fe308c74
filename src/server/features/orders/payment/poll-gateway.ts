/** Asks the gateway about an order and applies the result. */
import { closingTime } from '#server/features/orders/payment/poll-schedule.ts'
import { type Order, orders } from '#server/features/orders/table.ts'
import { and, isNull, lte, or } from 'drizzle-orm'
import { lockOrder, type OrderDeps, whereOrder } from '#server/features/orders/find-order.ts'
import { recordOrderEvent } from '#server/features/orders/order-events.ts'
import { transaction } from '#server/platform/db/db.ts'
import { callGateway, convertGatewayFailure } from '#server/features/orders/payment/call-gateway.ts'
import { closeOrder, markClosed } from '#server/features/orders/payment/close-order.ts'
import {
  settleReported,
  recordRevealedRefund,
} from '#server/features/orders/payment/apply-status.ts'

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
