/** Ordering a package so that however often it is tried, there is one order to pay. */
import { call } from '#client/api/call.ts'
import { discardMutation, mutateOnce, pendingMutations } from '#client/api/durable-mutations.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { WireError } from '#contract/failure.ts'
import { times } from '#contract/limits.ts'
import { orders, type Order } from '#contract/orders.ts'

type Wanted = InputOf<typeof orders.pay>
type PayResult = OutputOf<typeof orders.pay>

/**
 * Orders that are there and were never opened, by what was wanted and for how much; forgotten when
 * the page is loaded anew.
 */
const unopened = new Map<string, Order['id']>()

/**
 * What orders a package when it is called; called again after a failure, from whichever dialog, it
 * goes on with the order that was made, as long as that awaits payment. `amount` in fen, 1/100
 * yuan, as the buyer has seen it.
 */
export function createOrderMutation(expected: Wanted, amount: number): () => Promise<PayResult> {
  const what = JSON.stringify([expected, amount])
  return async () => {
    try {
      const opened = (await openAgain(what)) ?? (await orderPackage(expected))
      unopened.delete(what)
      return opened
    } catch (error) {
      const made =
        isOrdered(error) && !unopened.has(what)
          ? await lastUnpaid(expected, amount).catch(() => undefined)
          : undefined
      if (made !== undefined) unopened.set(what, made)
      throw error
    }
  }
}

/** The order is there, only nobody could be asked where to pay it. */
export const isOrdered = (error: unknown): boolean => refusalOf(error) === 'gatewayDown'

const refusalOf = (error: unknown) =>
  error instanceof WireError && error.failure.kind === 'refused' ? error.failure.code : undefined

/** Undefined where there is none, or none that can still be paid. */
async function openAgain(what: string): Promise<PayResult | undefined> {
  const made = unopened.get(what)
  if (made === undefined) return undefined
  try {
    return await call(orders.payAgain, { id: made })
  } catch (error) {
    if (!['orderPaid', 'orderClosed'].includes(refusalOf(error) ?? '')) throw error
    unopened.delete(what)
    return undefined
  }
}

/**
 * Asked again after an answer that got lost, the server tells the order it made then.
 * One that old can no longer be paid: its wish is given up, and a new order made, which costs
 * nothing until it is paid.
 */
function orderPackage(expected: Wanted): Promise<PayResult> {
  const tooOld = Date.now() - times.orderUnpaid
  for (const mutation of pendingMutations())
    if (mutation.path === orders.pay.path && mutation.at < tooOld) discardMutation(mutation)
  return mutateOnce(orders.pay, expected, Date.now())
}

/**
 * The refusal does not say which order it left: it is the newest, unless something else was ordered
 * meanwhile.
 */
async function lastUnpaid(
  { payChannel }: Wanted,
  amount: number,
): Promise<Order['id'] | undefined> {
  const [newest] = (await call(orders.page, { pageSize: 10 })).rows
  return newest?.payStatus === 'W' && newest.payChannel === payChannel && newest.amount === amount
    ? newest.id
    : undefined
}
