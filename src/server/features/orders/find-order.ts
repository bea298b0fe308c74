/** Finds and locks orders. */
import { and, asc, eq, sql } from 'drizzle-orm'
import { isId } from '#server/platform/db/columns.ts'
import type { Dependencies } from '#server/dependencies.ts'
import type { Db } from '#server/platform/db/open.ts'
import { orderNumbers, orders, type Order } from '#server/features/orders/table.ts'
import { ApiError } from '#server/http/errors.ts'
import type { Call } from '#server/http/handler.ts'

/**
 * Dependencies of the functions that change orders and their payments; jobs have no turn to yield.
 */
export type OrderDeps = Pick<
  Dependencies,
  'db' | 'gateways' | 'events' | 'clock' | 'isClockTrusted' | 'log'
> &
  Partial<Pick<Call, 'yieldTurn'>>

export type OrderKey = Pick<Order, 'ownerId' | 'id'>

export const whereOrder = ({ ownerId, id }: OrderKey) =>
  and(eq(orders.ownerId, ownerId), eq(orders.id, id))

export async function findOrder(db: Db, key: OrderKey): Promise<Order | undefined> {
  const [order] = await db.select().from(orders).where(whereOrder(key))
  return order
}

/** Throws ApiError `notFound`, also for another owner's order. */
export async function getOwnOrder(db: Db, ownerId: string, id: string | number): Promise<Order> {
  const order = isId(String(id)) ? await findOrder(db, { ownerId, id: String(id) }) : undefined
  if (!order) throw new ApiError('notFound')
  return order
}

export const listOpenOrders = (db: Db, ownerId: string): Promise<Order[]> =>
  db
    .select()
    .from(orders)
    .where(and(eq(orders.ownerId, ownerId), eq(orders.payStatus, sql`'W'`)))
    .orderBy(asc(orders.seq))

export async function findOrderByNo(db: Db, no: string): Promise<Order | undefined> {
  const [number] = await db.select().from(orderNumbers).where(eq(orderNumbers.no, no))
  return number && findOrder(db, { ownerId: number.ownerId, id: number.orderId })
}

/**
 * Reads the order and locks its row until the transaction ends. Lock the owner's account first if
 * it changes too.
 */
export async function lockOrder(tx: Db, key: OrderKey): Promise<Order> {
  const [order] = await tx.select().from(orders).where(whereOrder(key)).for('update')
  if (!order) throw new Error(`Order ${key.id} of owner ${key.ownerId} is gone.`)
  return order
}
