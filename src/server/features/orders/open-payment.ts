/**
 * Where an order is to be paid: asked of its gateway once, and remembered while it awaits payment.
 */
import { and, eq, sql } from 'drizzle-orm'
import { orders } from '#server/platform/db/schema.ts'
import type { Order } from '#server/features/orders/table.ts'
import { withGateway, closingTime } from '#server/features/orders/payment-request.ts'
import { isOrder, ownOrder } from '#server/features/orders/find-order.ts'
import type { Payer } from '#server/features/orders/payment/gateway.ts'
import { ApiError } from '#server/http/errors.ts'
import type { Dependencies } from '#server/dependencies.ts'

type Needs = Pick<Dependencies, 'db' | 'gateways' | 'clock'>

/**
 * Tells what `scanQRCodeUrl` holds. Throws ApiError `orderPaid` or `orderClosed`, and
 * GatewayFailure.
 */
export async function openPayment(
  { db, gateways, clock }: Needs,
  order: Order,
  payer: Payer,
): Promise<string> {
  refuseUnlessOpen(order)
  if (closingTime(order) <= clock()) throw new ApiError('orderClosed')
  // A cashier of our own stands under our address, which may be another by now; it finds the bill
  // that it opened before.
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
  // It was paid or closed while the gateway was asked.
  if (stored.length === 0) refuseUnlessOpen(await ownOrder(db, order.ownerId, order.id))
  return payCode
}

/** Throws ApiError `orderPaid` or `orderClosed`. */
export function refuseUnlessOpen({ payStatus }: Pick<Order, 'payStatus'>): void {
  if (payStatus === 'P') throw new ApiError('orderPaid')
  if (payStatus !== 'W') throw new ApiError('orderClosed')
}
