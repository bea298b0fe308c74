/**
 * Closing an order that was not paid: at its gateway first, so that nobody can pay it any more;
 * money that was quicker wins.
 */
import { orders } from '#server/platform/db/schema.ts'
import type { Order } from '#server/features/orders/table.ts'
import { transact } from '#server/platform/db/transact.ts'
import { askGateway, closingTime } from '#server/features/orders/payment-request.ts'
import { nextAfterClosing, planCheck } from '#server/features/orders/poll-schedule.ts'
import { holdOrder, isOrder } from '#server/features/orders/find-order.ts'
import { recordSuspicion } from '#server/features/orders/refunds.ts'
import { settle, type SettleNeeds } from '#server/features/orders/settle-payment.ts'
import { noteEvent } from '#server/features/orders/order-events.ts'
import { GatewayFailure, type Standing } from '#server/features/orders/payment/gateway.ts'

/** Cancelled by its owner, or timed out. */
export type Closing = 'C' | 'T'

/**
 * Tells how the order stands then. Throws GatewayFailure, and leaves it open, while the gateway
 * can't say that it is closed there. Where the gateway is no longer configured, nobody can say so:
 * the order times out by the clock, as its vendor was told it would.
 */
export async function closeOrder(
  needs: SettleNeeds,
  order: Order,
  closing: Closing,
): Promise<Order['payStatus']> {
  if (!needs.gateways.has(order.payChannel) && closingTime(order) <= needs.clock())
    return markClosed(needs, order, 'T')
  const standing = await askGateway(needs.gateways, order, (gateway, bill) => gateway.close(bill))
  if (standing.state === 'waiting')
    throw new GatewayFailure(`Order ${order.no} can still be paid after it was closed.`)
  if (
    standing.state === 'paid' &&
    (await settle(needs, standing.payment, [order.payChannel])) !== 'refused'
  )
    return 'P'
  await noteRefund(needs, order, standing)
  return markClosed(needs, order, closing)
}

/** A gateway that shows a payment as refunded says so once in a notice, which may be lost. */
export async function noteRefund(
  needs: SettleNeeds,
  order: Order,
  standing: Standing,
): Promise<void> {
  const gateway = needs.gateways.get(order.payChannel)?.notifiedAs
  if (gateway !== undefined && standing.state === 'closed' && standing.refundedNo !== undefined)
    await recordSuspicion(needs, order, gateway, standing.refundedNo)
}

/** Once nobody can pay it at the gateway any more. Who was quicker wins. */
export async function markClosed(
  { db, clock, changes }: SettleNeeds,
  known: Order,
  closing: Closing,
): Promise<Order['payStatus']> {
  const now = clock()
  const { payStatus, mine } = await transact(db, async (tx) => {
    const order = await holdOrder(tx, known)
    if (order.payStatus !== 'W') return { payStatus: order.payStatus, mine: false }
    await tx
      .update(orders)
      .set({ payStatus: closing, closedAt: now, payCode: null })
      .where(isOrder(order))
    await noteEvent(tx, order, closing === 'C' ? 'cancelled' : 'timedOut', now)
    await planCheck(tx, order, nextAfterClosing({ closedAt: now }, now))
    return { payStatus: closing, mine: true }
  })
  if (mine) changes.tell({ ownerId: known.ownerId, about: ['orderByMemberGroup'] })
  return payStatus
}
