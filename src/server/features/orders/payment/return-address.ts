/** Where a payer comes back to after paying in the browser (2.37). */
import type { PaymentRequest } from '#server/features/orders/payment/gateway.ts'

/** ASCII, whatever the ids are: it is part of what is signed for Alipay. */
export function returnAddress(
  site: string,
  { orderId, orderNo }: { orderId: PaymentRequest['orderId']; orderNo: PaymentRequest['no'] },
): string {
  return `${site}/PaySuccess?payInfo=${encodeURIComponent(JSON.stringify({ orderId, orderNo }))}`
}
