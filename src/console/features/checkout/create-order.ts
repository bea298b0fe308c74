/** Creates an order idempotently: retries never lead to a second order. */
import { call } from '#client/api/call.ts'
import { idempotentCall } from '#client/api/idempotent-call.ts'
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
      const orderId = findCreatedOrder(error)
      if (orderId !== undefined) ordersWithoutCode.set(key, orderId)
      throw error
    }
  }
}

/**
 * The order that an error leaves behind: it was created, but the gateway was unreachable. A backend
 * that does not name it gets a new one on retry; an order costs nothing until it is paid.
 */
export const findCreatedOrder = (error: unknown): Order['id'] | undefined =>
  refusalOf(error)?.orderId

const refusalOf = (error: unknown) =>
  error instanceof WireError && error.failure.kind === 'refused' ? error.failure : undefined

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
    if (!['orderPaid', 'orderClosed'].includes(refusalOf(error)?.code ?? '')) throw error
    ordersWithoutCode.delete(key)
    return undefined
  }
}

/**
 * A retry after a lost response returns the same order, until its payment deadline: later it can no
 * longer be paid.
 */
const createOrder = (purchase: Purchase): Promise<PayResult> =>
  idempotentCall(orders.pay, purchase, {
    durableSince: Date.now(),
    lifetime: times.paymentPeriod,
  })
