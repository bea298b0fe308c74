/** Inserts the demo orders with their numbers, events, scheduled polls and payments. */
import type { Db } from '../platform/db/open.ts'
import { orderNumbers } from '../features/accounts/lookup-tables.ts'
import { orderChecks, orderEvents, orders } from '../features/orders/table.ts'
import { payments } from '../features/orders/payment/table.ts'
import { insertRows } from './insert-rows.ts'
import { nextIds } from './next-ids.ts'
import type { World } from './simulation.ts'

export async function insertOrders(
  db: Db,
  { orders: made, orderEvents: events }: World,
): Promise<void> {
  const ids = await nextIds(db, 'order_ids', made.length)
  const rows = made.map((order, index) => ({ ...order, id: ids[index]! }))
  await insertRows(db, orders, rows)
  await insertRows(
    db,
    orderNumbers,
    rows.map(({ no, ownerId, id }) => ({ no, ownerId, orderId: id })),
  )
  await insertRows(
    db,
    orderEvents,
    rows.flatMap(({ no, ownerId, id }) =>
      events.get(no)!.map((event, index) => ({ ownerId, orderId: id, seq: index + 1, ...event })),
    ),
  )
  const pending = rows.filter(({ payStatus }) => payStatus === 'W')
  await insertRows(
    db,
    orderChecks,
    pending.map(({ no, ownerId, id, createdAt }) => ({
      no,
      ownerId,
      orderId: id,
      dueAt: createdAt,
      tries: 0,
    })),
  )
  const paid = rows.flatMap(({ gatewayNo, ownerId, id }) =>
    gatewayNo ? [{ gateway: 'sandbox', gatewayNo, ownerId, orderId: id }] : [],
  )
  await insertRows(db, payments, paid)
}
