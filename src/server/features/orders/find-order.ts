/** Finds and locks orders. */
import { and, asc, eq, sql } from 'drizzle-orm'
import { isId } from '#server/platform/db/columns.ts'
import type { Dependencies } from '#server/dependencies.ts'
import type { Db } from '#server/platform/db/open.ts'
import { orderNumbers, orders } from '#server/schema.ts'
import type { Order } from '#server/features/orders/table.ts'
import { ApiError } from '#server/http/errors.ts'

/** What handling orders and their payments requires. */
export type OrderDeps = Pick<
  Dependencies,
  'db' | 'gateways' | 'events' | 'clock' | 'isClockTrusted' | 'log'
>

type Named = Pick<Order, 'ownerId' | 'id'>

export const isOrder = ({ ownerId, id }: Named) =>
  and(eq(orders.ownerId, ownerId), eq(orders.id, id))

export async function findOrder(db: Db, named: Named): Promise<Order | undefined> {
  const [order] = await db.select().from(orders).where(isOrder(named))
  return order
}

/** Throws ApiError `notFound`, also for another owner's order. */
export async function ownOrder(db: Db, ownerId: string, id: string | number): Promise<Order> {
  const order = isId(String(id)) ? await findOrder(db, { ownerId, id: String(id) }) : undefined
  if (!order) throw new ApiError('notFound')
  return order
}

export const openOrders = (db: Db, ownerId: string): Promise<Order[]> =>
  db
    .select()
    .from(orders)
    .where(and(eq(orders.ownerId, ownerId), eq(orders.payStatus, sql`'W'`)))
    .orderBy(asc(orders.seq))

export async function orderByNo(db: Db, no: string): Promise<Order | undefined> {
  const [known] = await db.select().from(orderNumbers).where(eq(orderNumbers.no, no))
  return known && findOrder(db, { ownerId: known.ownerId, id: known.orderId })
}

/**
 * Reads the order with a row lock held to the end of the transaction. Lock the owner's account
 * first if it changes too.
 */
export async function lockOrder(tx: Db, named: Named): Promise<Order> {
  const [order] = await tx.select().from(orders).where(isOrder(named)).for('update')
  if (!order) throw new Error(`Order ${named.id} of owner ${named.ownerId} is gone.`)
  return order
}
