/** Over which sums a fapiao can be recorded, and how a sum is divided among its orders. */
import { and, asc, eq, sql } from 'drizzle-orm'
import type { FapiaoState } from '#contract/fapiaos.ts'
import type { FapiaoKey } from '#server/features/fapiaos/files.ts'
import { leftCents } from '#server/features/fapiaos/invoiceable.ts'
import { fapiaoOrders } from '#server/features/fapiaos/table.ts'
import { orders } from '#server/features/orders/table.ts'
import type { Db } from '#server/platform/db/open.ts'

/**
 * Cents of an order of a request: `amount` in the request; `left` of the order without refunds. If it
 * was refunded while it was being issued: `asked` and, when it was issued, `least` that was left.
 */
export type OrderSums = {
  id: string
  amount: number
  asked: number | null
  least: number | null
  left: number
}

export const isOrderOf = ({ ownerId, id }: FapiaoKey) =>
  and(eq(fapiaoOrders.ownerId, ownerId), eq(fapiaoOrders.fapiaoId, id))

/** Sums of the orders of a request, in the order of their ids. */
export const readOrderSums = (db: Db, key: FapiaoKey): Promise<OrderSums[]> =>
  db
    .select({
      id: fapiaoOrders.orderId,
      amount: fapiaoOrders.amountCents,
      asked: fapiaoOrders.askedCents,
      least: fapiaoOrders.leastCents,
      left: leftCents(sql`${key.ownerId}::bigint`),
    })
    .from(fapiaoOrders)
    .innerJoin(
      orders,
      and(eq(orders.ownerId, fapiaoOrders.ownerId), eq(orders.id, fapiaoOrders.orderId)),
    )
    .where(isOrderOf(key))
    .orderBy(asc(fapiaoOrders.orderId))

/** Cents of the request that are not refunded. */
export const leftOf = ({ amount, left }: OrderSums): number => Math.min(amount, Math.max(0, left))

/**
 * Refunds while it is being issued are in the fapiao or not; only the operator knows. Later ones never
 * are, so that they have it reversed.
 */
function rangeOf(order: OrderSums, state: FapiaoState): { least: number; most: number } {
  const { amount, least, asked } = order
  return state === 'issuing'
    ? { least: leftOf(order), most: amount }
    : { least: least ?? amount, most: asked ?? amount }
}

/** The least and the greatest sum that a fapiao in this state can be recorded over. */
export function sumsOf(
  state: FapiaoState,
  all: readonly OrderSums[],
): { least: number; most: number } {
  const ranges = all.map((order) => rangeOf(order, state))
  return {
    least: ranges.reduce((sum, { least }) => sum + least, 0),
    most: ranges.reduce((sum, { most }) => sum + most, 0),
  }
}

/** Divides a sum between these two: each order gets its least, the first ones more. */
export function divideSum<O extends OrderSums>(
  state: FapiaoState,
  all: readonly O[],
  sum: number,
): (O & { cents: number })[] {
  let rest = sum - sumsOf(state, all).least
  return all.map((order) => {
    const { least, most } = rangeOf(order, state)
    const added = Math.min(rest, most - least)
    rest -= added
    const isRefunded = state === 'issuing' && least < most
    return { ...order, cents: least + added, ...(isRefunded && { least, asked: most }) }
  })
}

/** Records what an issued fapiao has of each order. */
export async function storeSums(
  tx: Db,
  key: FapiaoKey,
  divided: readonly (OrderSums & { cents: number })[],
): Promise<void> {
  for (const { id, cents, asked, least } of divided)
    await tx
      .update(fapiaoOrders)
      .set({ amountCents: cents, askedCents: asked, leastCents: least })
      .where(and(isOrderOf(key), eq(fapiaoOrders.orderId, id)))
}
