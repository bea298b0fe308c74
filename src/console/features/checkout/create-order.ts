/** Creates an order idempotently: retries never lead to a second order. */
import { call } from '#client/api/call.ts'
import { discardMutation, mutateOnce, listPendingMutations } from '#client/api/idempotent-call.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { WireError } from '#contract/failure.ts'
import { times } from '#contract/limits.ts'
import { orders, type Order } from '#contract/orders.ts'

type Purchase = InputOf<typeof orders.pay>
type PayResult = OutputOf<typeof orders.pay>

/**
 * Orders created without a payment code, by input and amount. In memory only; lost on page reload.
 */
const ordersWithoutCode = new Map<string, Order['id']>()

/**
 * Returns a function that creates the order. Called again after a failure, it resumes the order
 * already created while that is unpaid. `amount` is the displayed amount in fen (1/100 yuan).
 */
export function createOrderMutation(purchase: Purchase, amount: number): () => Promise<PayResult> {
  const key = JSON.stringify([purchase, amount])
  return async () => {
    try {
      const result = (await resumeOrder(key)) ?? (await createOrder(purchase))
      ordersWithoutCode.delete(key)
      return result
    } catch (error) {
      const orderId =
        isOrderCreated(error) && !ordersWithoutCode.has(key)
          ? await findUnpaidOrder(purchase, amount).catch(() => undefined)
          : undefined
      if (orderId !== undefined) ordersWithoutCode.set(key, orderId)
      throw error
    }
  }
}

/** Whether an error leaves an order behind: it was created, but the gateway was unreachable. */
export const isOrderCreated = (error: unknown): boolean => refusalOf(error) === 'gatewayDown'

const refusalOf = (error: unknown) =>
  error instanceof WireError && error.failure.kind === 'refused' ? error.failure.code : undefined

/**
 * Resumes an order without a payment code. Returns undefined if there is none, or if it is no
 * longer payable.
 */
async function resumeOrder(key: string): Promise<PayResult | undefined> {
  const orderId = ordersWithoutCode.get(key)
  if (orderId === undefined) return undefined
  try {
    return await call(orders.payAgain, { id: orderId })
  } catch (error) {
    if (!['orderPaid', 'orderClosed'].includes(refusalOf(error) ?? '')) throw error
    ordersWithoutCode.delete(key)
    return undefined
  }
}

/**
 * Creates an order under a durable idempotency key: a retry after a lost response returns the same
 * order. Keys older than the payment deadline are discarded, because their orders can no longer be
 * paid; a new order costs nothing until it is paid.
 */
function createOrder(purchase: Purchase): Promise<PayResult> {
  const oldest = Date.now() - times.paymentPeriod
  for (const mutation of listPendingMutations())
    if (mutation.path === orders.pay.path && mutation.at < oldest) discardMutation(mutation)
  return mutateOnce(orders.pay, purchase, Date.now())
}

/**
 * Finds the order that a gateway failure left behind. The error does not name it, so this is the
 * newest order if it is unpaid and has the same channel and amount.
 */
async function findUnpaidOrder(
  { payChannel }: Purchase,
  amount: number,
): Promise<Order['id'] | undefined> {
  const [newest] = (await call(orders.page, { pageSize: 10 })).rows
  return newest?.payStatus === 'W' && newest.payChannel === payChannel && newest.amount === amount
    ? newest.id
    : undefined
}
