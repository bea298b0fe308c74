/** Reads orders of all customers, searched by number or by owner. */
import { and, asc, desc, eq, exists, inArray, or, sql, type Column, type SQL } from 'drizzle-orm'
import type { ParsedInputOf } from '#contract/endpoint.ts'
import type {
  CustomerOrder,
  customerOrders as orderCalls,
  CustomerOrderWithEvents,
} from '#contract/operator/orders.ts'
import { searchedNames, users } from '#server/features/accounts/table.ts'
import { acrossCustomers } from '#server/features/operators/operator.ts'
import { orderFields, findOrderByNo, type OrderKey } from '#server/features/orders/index.ts'
import { orderEvents, orders, searchedNumbers } from '#server/features/orders/table.ts'
import { ApiError } from '#server/http/errors.ts'
import { isId } from '#server/platform/db/columns.ts'
import type { Db } from '#server/platform/db/db.ts'
import { toOffset, type Page } from '#server/platform/db/page.ts'
import { hasPart, mayContain, searchKeys, type FoundKeys } from '#server/platform/db/text-search.ts'
import { isInRange, wireTime } from '#server/platform/db/time.ts'

export const customerOrderFields = (zone: string) => ({
  ...orderFields(zone),
  id: orders.no,
  ownerId: sql<string>`${orders.ownerId}::text`,
  account: sql<string>`coalesce(${users.account}, '')`,
  gatewayNo: orders.gatewayNo,
})

/** Joins an order with its main account. */
export const isMainAccount = and(
  eq(users.ownerId, orders.ownerId),
  eq(users.userId, orders.ownerId),
)

/** `number`: part of the order's number, or of that at the gateway. */
type OrderQuery = ParsedInputOf<typeof orderCalls.page> & { number?: string }

/** Orders of all customers, newest first. */
export async function readCustomerOrderPage(
  db: Db,
  query: OrderQuery,
  zone: string,
): Promise<Page<CustomerOrder>> {
  const { keys, ...total } = await findCustomerOrderKeys(db, query, zone)
  if (keys.length === 0) return { ...total, rows: [] }
  const isListed = or(
    ...keys.map(([ownerId, id]) => and(eq(orders.ownerId, ownerId!), eq(orders.id, id!))),
  )
  const rows = await selectOrders(db, acrossCustomers(isListed), zone).orderBy(...newestFirst)
  return { ...total, rows }
}

const newestFirst = [desc(orders.createdAt), desc(orders.id)]

async function findCustomerOrderKeys(
  db: Db,
  { no, gatewayNo, number, account, payStatus, payChannel, ...query }: OrderQuery,
  zone: string,
): Promise<FoundKeys> {
  const filters = and(
    payStatus ? eq(orders.payStatus, payStatus) : undefined,
    payChannel ? eq(orders.payChannel, payChannel) : undefined,
    isInRange(
      orders.createdAt,
      { begin: query.createDateTimeBegin, end: query.createDateTimeEnd },
      zone,
    ),
  )
  if (!no && !gatewayNo && !number && !account) {
    const where = acrossCustomers(filters)
    const [total, rows] = await Promise.all([
      db.$count(orders, where),
      db
        .select({ ownerId: orders.ownerId, id: orders.id })
        .from(orders)
        .where(where)
        .orderBy(...newestFirst)
        .limit(query.pageSize)
        .offset(toOffset(query)),
    ])
    return { total, keys: rows.map(({ ownerId, id }) => [ownerId, id]) }
  }
  const owners = account ? await findNamedOwners(db, account) : undefined
  const isOfOwner = owners && inArray(orders.ownerId, owners)
  const texts = [no, gatewayNo, number].flatMap((text) => (text ? [text] : []))
  const indexed = [
    ...texts.map((text) => mayContain(searchedNumbers(orders), text, minNumberPart)),
    isOfOwner,
  ].filter((condition) => condition !== undefined)
  const search = {
    table: orders,
    keys: [orders.ownerId, orders.id],
    order: [orders.createdAt, orders.id].map((expression) => ({ expression, descending: true })),
    hit: acrossCustomers(
      and(
        no ? hasPart(orders.no, no) : undefined,
        gatewayNo ? hasPart(orders.gatewayNo, gatewayNo) : undefined,
        number ? or(hasPart(orders.no, number), hasPart(orders.gatewayNo, number)) : undefined,
        account ? (isOfOwner ?? hasNamedOwner(db, account)) : undefined,
        filters,
      ),
    ),
    candidates: indexed.length > 0 ? [and(...indexed)!] : undefined,
  }
  return searchKeys(db, search, query)
}

/** Length of the shortest parts in the index `orders_search`. */
const minNumberPart = 3

/**
 * Maximum number of accounts whose orders are found by owner; beyond it, the orders are searched.
 */
const maxOwners = 1_000

export const isNamed = (text: string) =>
  or(hasPart(users.account, text), hasPart(users.username, text))

/**
 * Owners of accounts whose name or email contains the text, and the owner whose id is the text;
 * undefined if there are more than `maxOwners`.
 */
export async function findNamedOwners(db: Db, text: string): Promise<string[] | undefined> {
  const candidates = mayContain(searchedNames(users), text)
  const found = await searchKeys(
    db,
    {
      table: users,
      keys: [users.ownerId],
      order: [users.ownerId, users.userId].map((expression) => ({ expression, descending: false })),
      hit: acrossCustomers(isNamed(text)),
      candidates: candidates && [candidates],
    },
    { pageNum: 1, pageSize: maxOwners },
  )
  if (found.total > maxOwners) return undefined
  const ids = [...new Set([...found.keys.flat(), ...(isId(text) ? [text] : [])])]
  // Without a match, the id of no owner, because an empty list is no valid condition.
  return ids.length > 0 ? ids : ['0']
}

/** Whether the owner of a row, by default of an order, has an account that matches the text; evaluated per order. */
export const hasNamedOwner = (db: Db, text: string, ownerId: Column | SQL = orders.ownerId): SQL =>
  exists(
    db
      .select({ ownerId: users.ownerId })
      .from(users)
      .where(and(eq(users.ownerId, ownerId), isNamed(text))),
  )

const selectOrders = (db: Db, where: SQL | undefined, zone: string) =>
  db.select(customerOrderFields(zone)).from(orders).leftJoin(users, isMainAccount).where(where)

/** An order by its number, with its events, oldest first. Throws ApiError `notFound`. */
export async function readCustomerOrder(
  db: Db,
  no: string,
  zone: string,
): Promise<CustomerOrderWithEvents> {
  const found = await findOrderByNo(db, no)
  const order = found && (await readOrderRow(db, found, zone))
  if (!order) throw new ApiError('notFound')
  const eventFields = { event: orderEvents.event, at: wireTime(orderEvents.at, zone) }
  const events = await db
    .select(eventFields)
    .from(orderEvents)
    .where(and(eq(orderEvents.ownerId, found.ownerId), eq(orderEvents.orderId, found.id)))
    .orderBy(asc(orderEvents.seq))
  return { ...order, salesNum: found.salesNum, events }
}

export async function readOrderRow(
  db: Db,
  { ownerId, id }: OrderKey,
  zone: string,
): Promise<CustomerOrder | undefined> {
  const isOrder = and(eq(orders.ownerId, ownerId), eq(orders.id, id))
  const [found] = await selectOrders(db, isOrder, zone)
  return found
}
