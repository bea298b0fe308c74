/** Gets the content of the QR code by which an order is paid. */
import { closingTime } from '#server/features/orders/payment/poll-schedule.ts'
import { type Order, orders } from '#server/features/orders/table.ts'
import type { Payer } from '#server/features/orders/payment/gateway.ts'
import { and, eq, sql } from 'drizzle-orm'
import { type OrderDeps, whereOrder, getOwnOrder } from '#server/features/orders/find-order.ts'
import { ApiError } from '#server/http/errors.ts'
import { callGateway } from '#server/features/orders/payment/call-gateway.ts'

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
