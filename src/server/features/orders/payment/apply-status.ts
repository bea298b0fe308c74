/** Applies what a gateway reports of an order: a payment, a refund. */
import type { Order } from '#server/features/orders/table.ts'
import type { PaymentStatus } from '#server/features/orders/payment/gateway.ts'
import type { OrderDeps } from '#server/features/orders/find-order.ts'
import { recordSuspicion } from '#server/features/orders/refunds/record-refund.ts'
import { settlePayment } from '#server/features/orders/payment/settle-payment.ts'

/** Settles the payment that the gateway reports; false if there is none or it was refused. */
export const settleReported = async (
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
export async function recordRevealedRefund(
  deps: OrderDeps,
  order: Order,
  status: PaymentStatus,
): Promise<boolean> {
  if (status.state !== 'closed' || status.refundedNo === undefined) return false
  const gateway = deps.gateways.get(order.payChannel)?.vendorId
  if (gateway !== undefined) await recordSuspicion(deps, order, gateway, status.refundedNo)
  return true
}
