/** Closes the open orders of an account that is being cancelled, so that none can still be paid. */
import type { Order } from '#server/features/orders/table.ts'
import { closingTime } from '#server/features/orders/poll-schedule.ts'
import { closeOrder, markClosed } from '#server/features/orders/close-order.ts'
import { openOrders, type OrderDeps } from '#server/features/orders/find-order.ts'
import { describeError } from '#server/platform/log.ts'
import { GatewayFailure } from '#server/features/orders/payment/gateway.ts'
import { ApiError } from '#server/http/errors.ts'
import { money } from '#server/platform/messages.ts'

/**
 * Closes each order at its gateway first. Throws ApiError `orderPaid` if an order turns out to be
 * paid; it is credited, and the owner is informed before it is forfeited. Throws `gatewayDown` if a
 * gateway doesn't confirm that an order can no longer be paid. An expired order is closed
 * regardless, so that a dead gateway can't block the cancellation; a later payment is recorded as
 * unmatched.
 */
export async function closeOpenOrders(needs: OrderDeps, ownerId: string): Promise<void> {
  const open = await openOrders(needs.db, ownerId)
  const closed = await Promise.allSettled(open.map((order) => closeOne(needs, order)))
  const paid = open.find((_, at) => isPaid(closed[at]))
  if (paid) throw because('orderPaid', 'paidMeanwhile', paid)
  const failed = closed.findIndex(({ status }) => status === 'rejected')
  if (failed === -1) return
  const { reason } = closed[failed] as PromiseRejectedResult
  if (!(reason instanceof GatewayFailure)) throw reason
  const order = open[failed]!
  needs.log.warn('the gateway of an order could not be asked', {
    order: order.no,
    reason: describeError(reason),
  })
  throw because('gatewayDown', 'notYetClosed', order)
}

async function closeOne(needs: OrderDeps, order: Order): Promise<Order['payStatus']> {
  try {
    return await closeOrder(needs, order, 'C')
  } catch (reason) {
    if (!(reason instanceof GatewayFailure) || closingTime(order) > needs.clock()) throw reason
    needs.log.warn('an order was closed without its gateway, because its owner leaves', {
      order: order.no,
      reason: describeError(reason),
    })
    return markClosed(needs, order, 'T')
  }
}

const isPaid = (result: PromiseSettledResult<Order['payStatus']> | undefined) =>
  result?.status === 'fulfilled' && result.value === 'P'

const because = (
  code: 'orderPaid' | 'gatewayDown',
  reason: 'paidMeanwhile' | 'notYetClosed',
  { no, amountCents }: Order,
) => new ApiError(code, { because: { reason, values: { no, amount: money(amountCents) } } })
