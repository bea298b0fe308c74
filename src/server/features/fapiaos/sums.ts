/** Over which sums a fapiao can be recorded, and how a sum is divided among its orders. */
import { and, asc, eq, sql } from 'drizzle-orm'
import type { FapiaoState } from '#contract/fapiaos.ts'
import type { FapiaoKey } from '#server/features/fapiaos/files.ts'
import { leftCents } from '#server/features/fapiaos/invoiceable.ts'
import { fapiaoOrders } from '#server/features/fapiaos/table.ts'
import { orders } from '#server/features/orders/table.ts'
import type { Db } from '#server/platform/db/open.ts'

/**
 * Cents of an order of a request: `amount` in the request; `asked` before it was issued, if refunds
 * lowered the order while it was being issued; `left` of the order without refunds.
 */
export type OrderSums = { id: string; amount: number; asked: number | null; left: number }

export const isOrderOf = ({ ownerId, id }: FapiaoKey) =>
  and(eq(fapiaoOrders.ownerId, ownerId), eq(fapiaoOrders.fapiaoId, id))

/** Sums of the orders of a request, in the order of their ids. */
export const readOrderSums = (db: Db, key: FapiaoKey): Promise<OrderSums[]> =>
  db
    .select({
      id: fapiaoOrders.orderId,
      amount: fapiaoOrders.amountCents,
      asked: fapiaoOrders.askedCents,
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

/** Refunds while it is being issued are in the fapiao or not; only the operator knows. */
function rangeOf(order: OrderSums, state: FapiaoState): { least: number; most: number } {
  const most = state === 'issuing' ? order.amount : order.asked
  if (most === null) return { least: order.amount, most: order.amount }
  return { least: leftOf({ ...order, amount: most }), most }
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
    return { ...order, cents: least + added }
  })
}

/** Records what an issued fapiao has of each order. */
export async function storeSums(
  tx: Db,
  key: FapiaoKey,
  divided: readonly (OrderSums & { cents: number })[],
): Promise<void> {
  for (const { id, cents, amount, asked, left } of divided) {
    const isOne = and(isOrderOf(key), eq(fapiaoOrders.orderId, id))
    const before = asked ?? (left < amount ? amount : null)
    if (cents !== amount || before !== asked)
      await tx.update(fapiaoOrders).set({ amountCents: cents, askedCents: before }).where(isOne)
  }
}
