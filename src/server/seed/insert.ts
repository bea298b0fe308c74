/** Inserts simulated rows in batches, with ids from their sequences. */
import { acrossOwners } from '#server/platform/db/across-owners.ts'
import { getTableColumns, sql, type InferInsertModel } from 'drizzle-orm'
import { toSnakeCase } from 'drizzle-orm/casing'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Db } from '#server/platform/db/open.ts'
import {
  orderChecks,
  orderEvents,
  orderNumbers,
  orders,
  payments,
  unmatchedPayments,
} from '#server/features/orders/table.ts'
import type { Simulation } from '#server/seed/simulation.ts'

const rowsPerInsert = 5_000

/** Bulk insert through one JSON parameter, much faster than one parameter per value. */
export async function insertRows<T extends PgTable>(
  db: Db,
  table: T,
  rows: readonly InferInsertModel<T>[],
): Promise<void> {
  const keys = Object.keys(getTableColumns(table)).filter((key) => rows.some((row) => key in row))
  const names = sql.raw(keys.map((key) => `"${toSnakeCase(key)}"`).join(', '))
  for (let from = 0; from < rows.length; from += rowsPerInsert) {
    const part = rows
      .slice(from, from + rowsPerInsert)
      .map((row) =>
        Object.fromEntries(keys.map((key) => [toSnakeCase(key), row[key as keyof typeof row]])),
      )
    await db.execute(
      sql`insert into ${table} (${names}) select ${names} from json_populate_recordset(null::${table}, ${JSON.stringify(part)}::json) where ${acrossOwners('demo data')}`,
    )
  }
}

/** Allocates ids from a sequence before the rows are inserted. */
export async function allocateIds(
  db: Db,
  sequence: 'user_ids' | 'order_ids' | 'space_ids' | 'contact_ids',
  count: number,
): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(
    sql`select nextval(${sequence})::text as id from generate_series(1, ${count}::int)`,
  )
  return rows.map(({ id }) => id)
}

/** Inserts the demo orders with their numbers, events, scheduled polls and payments. */
export async function insertOrders(
  db: Db,
  { orders: simulatedOrders, orderEvents: events }: Simulation,
): Promise<void> {
  const ids = await allocateIds(db, 'order_ids', simulatedOrders.length)
  const rows = simulatedOrders.map((order, index) => ({ ...order, id: ids[index]! }))
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

/**
 * Payments that operators have to handle: a second one for a paid order, and one that names no
 * order, of the amount of a cancelled one.
 */
export async function insertUnmatchedPayments(
  db: Db,
  { orders: simulatedOrders, now }: Pick<Simulation, 'orders' | 'now'>,
): Promise<void> {
  const findNewest = (state: 'P' | 'C') =>
    simulatedOrders
      .filter(({ payStatus }) => payStatus === state)
      .findLast(({ amountCents }) => amountCents)
  const rows = (['P', 'C'] as const).flatMap((state) => {
    const order = findNewest(state)
    if (!order) return []
    const paidAt = new Date(Math.min(now, order.createdAt.getTime() + 240_000))
    const isKnown = state === 'P'
    const reason = isKnown ? ('paidTwice' as const) : ('unknownOrder' as const)
    const { amountCents, no } = order
    const gatewayNo = `SANDBOX${no.slice(0, 14)}${isKnown ? '8801' : '8802'}`
    const orderNo = isKnown ? no : `${no.slice(0, -2)}${no.endsWith('00') ? '11' : '00'}`
    return [{ gateway: 'sandbox', gatewayNo, orderNo, reason, amountCents, paidAt, at: paidAt }]
  })
  await db.insert(unmatchedPayments).values(rows)
}

/**
 * Usage by day from the log, for one owner, or for all if undefined. Days are in Shanghai time, and
 * inserted in their order, as translations do.
 */
export async function fillUsageDays(db: Db, ownerId?: string): Promise<void> {
  const isOfOwner =
    ownerId === undefined ? acrossOwners('demo data') : sql`owner_id = ${ownerId}::bigint`
  await db.execute(sql`delete from owner_days where ${isOfOwner}`)
  await db.execute(sql`delete from usage_days where ${isOfOwner}`)
  await db.execute(sql`insert into usage_days (owner_id, user_id, day, channel_id, source, target, client_type, chars, count)
    select owner_id, user_id, (at at time zone 'Asia/Shanghai')::date, channel_id, source, target, client_type, sum(chars), count(*) from translation_log
    where ${isOfOwner} group by 1, 2, 3, 4, 5, 6, 7 order by 3, 2`)
}
