/** Converts an order to a gateway request and calls its gateway with a timeout. */
import { closingTime } from '#server/features/orders/poll-schedule.ts'
import type { Order } from '#server/features/orders/table.ts'
import {
  GatewayFailure,
  type PaymentRequest,
  type Gateway,
  type Gateways,
} from '#server/features/orders/payment/gateway.ts'

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

/** Gateway timeout in milliseconds. */
const timeout = 20_000

/**
 * Calls the order's gateway. Throws GatewayFailure, also if the gateway is not configured or times
 * out.
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
