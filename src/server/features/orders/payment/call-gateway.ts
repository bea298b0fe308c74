/** Calls an order’s gateway, with a time limit and errors for users. */
import { closingTime } from '#server/features/orders/payment/poll-schedule.ts'
import type { Order } from '#server/features/orders/table.ts'
import {
  GatewayFailure,
  type PaymentRequest,
  type Gateway,
} from '#server/features/orders/payment/gateway.ts'
import type { OrderDeps } from '#server/features/orders/find-order.ts'
import { ApiError } from '#server/http/errors.ts'
import { errorFields } from '#server/platform/log.ts'

function toPaymentRequest({
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
const gatewayTimeout = 20_000

/**
 * Calls the order's gateway. Throws GatewayFailure, also if the gateway is not configured or times
 * out.
 */
export async function callGateway<T>(
  { gateways, yieldTurn = (wait) => wait() }: Pick<OrderDeps, 'gateways' | 'yieldTurn'>,
  order: Order,
  work: (gateway: Gateway, paymentRequest: PaymentRequest) => Promise<T>,
): Promise<T> {
  const gateway = gateways.get(order.payChannel)
  if (!gateway) throw new GatewayFailure(`There is no gateway for ${order.payChannel}.`)
  let timer: NodeJS.Timeout | undefined
  const timedOut = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () =>
        reject(new GatewayFailure(`The gateway for ${order.payChannel} did not answer in time.`)),
      gatewayTimeout,
    )
  })
  const answer = () => Promise.race([work(gateway, toPaymentRequest(order)), timedOut])
  return yieldTurn(answer).finally(() => clearTimeout(timer))
}

/** Throws ApiError `gatewayDown`, which names the order, in place of GatewayFailure. */
export async function convertGatewayFailure<T>(
  { log }: Pick<OrderDeps, 'log'>,
  { id, no }: Order,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (reason) {
    if (!(reason instanceof GatewayFailure)) throw reason
    log.warn('the gateway of an order could not be asked', { order: no, ...errorFields(reason) })
    throw new ApiError('gatewayDown', { orderId: id })
  }
}
