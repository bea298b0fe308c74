/** Queries an order's status at its gateway and applies the result. */
import { and, isNull, lte, or } from 'drizzle-orm'
import { orders } from '#server/schema.ts'
import type { Order } from '#server/features/orders/table.ts'
import { transaction } from '#server/platform/db/db.ts'
import { withGateway } from '#server/features/orders/payment-request.ts'
import { closingTime } from '#server/features/orders/poll-schedule.ts'
import { closeOrder, markClosed, noteRefund } from '#server/features/orders/close-order.ts'
import { lockOrder, isOrder, type OrderDeps } from '#server/features/orders/find-order.ts'
import { settlePayment } from '#server/features/orders/settle-payment.ts'
import { recordOrderEvent } from '#server/features/orders/order-events.ts'

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
