/** Closes an unpaid order, first at its gateway so that it can no longer be paid. */
import { orders } from '#server/schema.ts'
import type { Order } from '#server/features/orders/table.ts'
import { transaction } from '#server/platform/db/db.ts'
import { withGateway } from '#server/features/orders/payment-request.ts'
import { closingTime, nextAfterClosing, schedulePoll } from '#server/features/orders/poll-schedule.ts'
import { lockOrder, isOrder, type OrderDeps } from '#server/features/orders/find-order.ts'
import { recordSuspicion } from '#server/features/orders/refunds.ts'
import { settlePayment } from '#server/features/orders/settle-payment.ts'
import { recordOrderEvent } from '#server/features/orders/order-events.ts'
import { GatewayFailure, type PaymentStatus } from '#server/features/orders/payment/gateway.ts'

/** C: cancelled by the owner; T: timed out. */
export type Closing = 'C' | 'T'

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
export async function noteRefund(
  needs: OrderDeps,
  order: Order,
  standing: PaymentStatus,
): Promise<void> {
  const gateway = needs.gateways.get(order.payChannel)?.notifiedAs
  if (gateway !== undefined && standing.state === 'closed' && standing.refundedNo !== undefined)
    await recordSuspicion(needs, order, gateway, standing.refundedNo)
}

/**
 * Call once the order can no longer be paid at the gateway. A concurrent payment or closing takes
 * precedence.
 */
export async function markClosed(
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
