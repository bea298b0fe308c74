/** Queries for order pages, details and payment status. */
import { and, asc, count, desc, eq, inArray, sql, type Placeholder, type SQL } from 'drizzle-orm'
import type { ParsedInputOf } from '#contract/endpoint.ts'
import { times } from '#contract/limits.ts'
import type { ListedOrder as OrderRow, orders as calls, OrderWithEvents } from '#contract/orders.ts'
import { isId, containsText } from '#server/platform/db/columns.ts'
import type { Db } from '#server/platform/db/open.ts'
import type { Reads } from '#server/platform/db/pipelined-reader.ts'
import { readRefundRequest } from '#server/features/orders/refunds/read-refund-request.ts'
import { isInvoiceable } from '#server/features/fapiaos/index.ts'
import { fapiaoOrders, fapiaos } from '#server/features/fapiaos/table.ts'
import { orderEvents, orders, refundRequests } from '#server/features/orders/table.ts'
import { prepareStatement } from '#server/platform/db/prepared-statement.ts'
import {
  toOffset,
  orderNullsLast,
  type Page,
  timeOrder,
  createSeekPagination,
} from '#server/platform/db/page.ts'
import { isInRange, wireTime } from '#server/platform/db/time.ts'

/** Unfiltered pages use the pipelined reader, all others the pool. */
type OrderReaders = { db: Db; reads: Reads }
type Query = ParsedInputOf<typeof calls.page>

/** Time from which an unpaid order can't be paid. */
const payUntil = sql`case when ${orders.payStatus} = 'W' then ${orders.createdAt} + interval '${sql.raw(String(times.paymentPeriod))} milliseconds' end`

/** Of the order's last request for a refund. */
const refundRequestState = (owner: SQL) => sql<
  OrderRow['refundRequestState']
>`(select r.state from ${refundRequests} r
  where r.owner_id = ${owner} and r.order_id = ${orders}.id order by r.id desc limit 1)`

/**
 * Fields of an order on the wire. `owner`: of all rows; a database that is split by owner refuses
 * subqueries that take it from another subquery.
 */
export const orderFields = (zone: string | Placeholder, owner: SQL = sql`${orders}.owner_id`) => ({
  id: sql<string>`${orders.id}::text`,
  no: orders.no,
  payChannel: orders.payChannel,
  payStatus: orders.payStatus,
  memberGroupName: orders.groupName,
  memberGroupEnName: orders.groupEnName,
  tranChannelId: sql<string>`${orders.channelId}::text`,
  translationBillingMode: orders.billingMode,
  num: orders.num,
  amount: orders.amountCents,
  createDateTime: wireTime(orders.createdAt, zone),
  payDateTime: wireTime<string | null>(orders.paidAt, zone),
  payUntilDateTime: wireTime<string | null>(payUntil, zone),
  refundRequestState: refundRequestState(owner),
})

/** State of the latest request for a fapiao of the order; null if it was issued without the order. */
const fapiaoState = (owner: SQL) => sql<
  OrderRow['fapiaoState']
>`(select case when f.amount_cents > 0 then r.state end from ${fapiaoOrders} f
  join ${fapiaos} r on r.owner_id = f.owner_id and r.id = f.fapiao_id
  where f.owner_id = ${owner} and f.order_id = ${orders}.id order by f.fapiao_id desc limit 1)`

/** The same for the owner, with what fapiao it may ask for. */
function listedFields(ownerId: string | Placeholder, zone: string | Placeholder) {
  const owner = sql`${ownerId}::bigint`
  return {
    ...orderFields(zone, owner),
    fapiaoState: fapiaoState(owner),
    invoiceable: sql<0 | 1>`${isInvoiceable(owner)}::int`,
  }
}

const readSeekPage = createSeekPagination<OrderRow>({
  name: 'order_page',
  table: orders,
  seq: orders.seq,
  at: orders.createdAt,
  owned: eq(orders.ownerId, sql.placeholder('ownerId')),
  fields: listedFields(sql.placeholder('ownerId'), sql.placeholder('zone')),
})

/**
 * Newest first, or sorted. Filters other than time, and sorting by amount, can't use seek
 * pagination by `seq` and need counting.
 */
export async function readOrderPage(
  { db, reads }: OrderReaders,
  ownerId: string,
  query: Query,
  zone: string,
): Promise<Page<OrderRow>> {
  const { no, payStatus, payChannel, createDateTimeBegin: begin, createDateTimeEnd: end } = query
  if (!no && !payStatus && !payChannel && query.sortBy !== 'amount')
    return readSeekPage(reads, { ownerId, zone }, query, { begin, end })
  const where = and(
    eq(orders.ownerId, ownerId),
    no ? containsText(orders.no, no) : undefined,
    payStatus ? eq(orders.payStatus, payStatus) : undefined,
    payChannel ? eq(orders.payChannel, payChannel) : undefined,
    isInRange(orders.createdAt, { begin, end }, zone),
  )
  return readCountedPage(db, ownerId, where, query, zone)
}

async function readCountedPage(
  db: Db,
  owner: string,
  where: SQL | undefined,
  query: Query,
  zone: string,
): Promise<Page<OrderRow>> {
  const { ownerId, seq, amountCents } = orders
  const order =
    query.sortBy === 'amount'
      ? [orderNullsLast(amountCents, query.sortOrder), desc(seq)]
      : [orderNullsLast(seq, timeOrder(query))]
  const pageKeys = db
    .select({ seq })
    .from(orders)
    .where(where)
    .orderBy(...order)
    .limit(query.pageSize)
    .offset(toOffset(query))
  const [[counted], rows] = await Promise.all([
    db.select({ total: count() }).from(orders).where(where),
    db
      .select(listedFields(owner, zone))
      .from(orders)
      .where(and(eq(ownerId, owner), inArray(seq, pageKeys)))
      .orderBy(...order),
  ])
  return { total: counted?.total ?? 0, rows }
}

/** An order with its events, oldest first; undefined if the owner has no such order. */
export async function readOrderDetails(
  db: Db,
  ownerId: string,
  id: string,
  zone: string,
): Promise<OrderWithEvents | undefined> {
  const detailFields = { salesNum: orders.salesNum, gatewayNo: orders.gatewayNo }
  const [order] = isId(id)
    ? await db
        .select({ ...listedFields(ownerId, zone), ...detailFields })
        .from(orders)
        .where(and(eq(orders.ownerId, ownerId), eq(orders.id, id)))
    : []
  if (!order) return undefined
  const eventFields = { event: orderEvents.event, at: wireTime(orderEvents.at, zone) }
  const events = await db
    .select(eventFields)
    .from(orderEvents)
    .where(and(eq(orderEvents.ownerId, ownerId), eq(orderEvents.orderId, id)))
    .orderBy(asc(orderEvents.seq))
  return { ...order, events, refundRequest: await readRefundRequest(db, { ownerId, id }, zone) }
}

const payStatusStatement = prepareStatement<{ payStatus: OrderRow['payStatus'] }>(
  'order_pay_status',
  sql`select pay_status as "payStatus" from ${orders} where owner_id = ${sql.placeholder('ownerId')}::bigint and id = ${sql.placeholder('id')}::bigint`,
)

/** Polled twice a second by each paying user. */
export async function readPayStatus(
  reads: Reads,
  ownerId: string,
  id: string,
): Promise<OrderRow['payStatus'] | undefined> {
  const [order] = isId(id) ? await payStatusStatement(reads, { ownerId, id }) : []
  return order?.payStatus
}
