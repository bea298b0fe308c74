/** Return URL for the payer after a payment in the browser (2.37). */
import type { PaymentRequest } from '#server/features/orders/payment/gateway.ts'

/** ASCII for any ids, because it is part of the text signed for Alipay. */
export function returnAddress(
  site: string,
  { orderId, orderNo }: { orderId: PaymentRequest['orderId']; orderNo: PaymentRequest['no'] },
): string {
  return `${site}/PaySuccess?payInfo=${encodeURIComponent(JSON.stringify({ orderId, orderNo }))}`
}
