/** Where a payer comes back to after paying in the browser (2.37). */
import type { Bill } from '#server/features/orders/payment/gateway.ts'

/** ASCII, whatever the ids are: it is part of what is signed for Alipay. */
export function returnAddress(
  site: string,
  { orderId, orderNo }: { orderId: Bill['orderId']; orderNo: Bill['no'] },
): string {
  return `${site}/PaySuccess?payInfo=${encodeURIComponent(JSON.stringify({ orderId, orderNo }))}`
}
