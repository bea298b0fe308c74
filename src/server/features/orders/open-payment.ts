/** Gets an order's payment address from its gateway and caches it while the order is unpaid. */
import { and, eq, sql } from 'drizzle-orm'
import { orders } from '#server/schema.ts'
import type { Order } from '#server/features/orders/table.ts'
import { withGateway } from '#server/features/orders/payment-request.ts'
import { closingTime } from '#server/features/orders/poll-schedule.ts'
import { isOrder, ownOrder } from '#server/features/orders/find-order.ts'
import type { Payer } from '#server/features/orders/payment/gateway.ts'
import { ApiError } from '#server/http/errors.ts'
import type { Dependencies } from '#server/dependencies.ts'

type Needs = Pick<Dependencies, 'db' | 'gateways' | 'clock'>

/**
 * Returns the content of `scanQRCodeUrl`. Throws ApiError `orderPaid` or `orderClosed`, or
 * GatewayFailure.
 */
export async function openPayment(
  { db, gateways, clock }: Needs,
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
