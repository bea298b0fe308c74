/**
 * Closing an order that was not paid: at its gateway first, so that nobody can pay it any more;
 * money that was quicker wins.
 */
import { orders } from '#server/platform/db/schema.ts'
import type { Order } from '#server/features/orders/table.ts'
import { transact } from '#server/platform/db/transact.ts'
import { withGateway, closingTime } from '#server/features/orders/payment-request.ts'
import { nextAfterClosing, schedulePoll } from '#server/features/orders/poll-schedule.ts'
import { lockOrder, isOrder } from '#server/features/orders/find-order.ts'
import { recordSuspicion } from '#server/features/orders/refunds.ts'
import { settlePayment, type SettleDeps } from '#server/features/orders/settle-payment.ts'
import { recordOrderEvent } from '#server/features/orders/order-events.ts'
import { GatewayFailure, type PaymentStatus } from '#server/features/orders/payment/gateway.ts'

/** Cancelled by its owner, or timed out. */
export type Closing = 'C' | 'T'

/**
 * Tells how the order stands then. Throws GatewayFailure, and leaves it open, while the gateway
 * can't say that it is closed there. Where the gateway is no longer configured, nobody can say so:
 * the order times out by the clock, as its vendor was told it would.
 */
export async function closeOrder(
  needs: SettleDeps,
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

/** A gateway that shows a payment as refunded says so once in a notice, which may be lost. */
export async function noteRefund(
  needs: SettleDeps,
  order: Order,
  standing: PaymentStatus,
): Promise<void> {
  const gateway = needs.gateways.get(order.payChannel)?.notifiedAs
  if (gateway !== undefined && standing.state === 'closed' && standing.refundedNo !== undefined)
    await recordSuspicion(needs, order, gateway, standing.refundedNo)
}

/** Once nobody can pay it at the gateway any more. Who was quicker wins. */
export async function markClosed(
  { db, clock, events }: SettleDeps,
  known: Order,
  closing: Closing,
): Promise<Order['payStatus']> {
  const now = clock()
  const { payStatus, mine } = await transact(db, async (tx) => {
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
