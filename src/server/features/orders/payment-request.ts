/** An order as its gateway gets to see it, and the gateway that it was placed through. */
import { times } from '#contract/limits.ts'
import type { Order } from '#server/features/orders/table.ts'
import {
  GatewayFailure,
  type PaymentRequest,
  type Gateway,
  type Gateways,
} from '#server/features/orders/payment/gateway.ts'

/** When an order can no longer be paid. */
export const closingTime = ({ createdAt }: Pick<Order, 'createdAt'>): Date =>
  new Date(createdAt.getTime() + times.orderUnpaid)

export function paymentRequestOf({
  id,
  no,
  amountCents,
  groupName,
  groupEnName,
  salesNum,
  createdAt,
}: Order): PaymentRequest {
  const ascii = groupEnName.replace(/[^\x20-\x7e]/g, '').trim()
  return {
    orderId: id,
    no,
    amountCents,
    subject: `${ascii || 'Order'} x ${salesNum}`,
    names: { zh: `${groupName} × ${salesNum}`, en: `${groupEnName} × ${salesNum}` },
    createdAt,
    closesAt: closingTime({ createdAt }),
  }
}

/** Milliseconds after which a gateway that says nothing counts as not answering. */
const timeout = 20_000

/**
 * Asks the gateway of an order. Throws GatewayFailure, also when the gateway is no longer there or
 * takes too long.
 */
export async function withGateway<T>(
  gateways: Gateways,
  order: Order,
  question: (gateway: Gateway, paymentRequest: PaymentRequest) => Promise<T>,
): Promise<T> {
  const gateway = gateways.get(order.payChannel)
  if (!gateway) throw new GatewayFailure(`There is no gateway for ${order.payChannel}.`)
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () =>
        reject(new GatewayFailure(`The gateway for ${order.payChannel} did not answer in time.`)),
      timeout,
    )
  })
  return Promise.race([question(gateway, paymentRequestOf(order)), late]).finally(() =>
    clearTimeout(timer),
  )
}
