/** Queries of operators for orders of all customers, unmatched payments and refunds. */
import { and, asc, desc, eq, exists, gt, inArray, isNull, ne, or, sql, type SQL } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { ParsedInputOf } from '#contract/endpoint.ts'
import type {
  CustomerOrder,
  customerOrders as orderCalls,
  CustomerOrderWithEvents,
} from '#contract/operator/orders.ts'
import type { Refund, refunds as refundCalls, RefundDetails } from '#contract/operator/refunds.ts'
import type {
  CandidateOrder,
  UnmatchedPayment as UnmatchedRow,
  unmatchedPayments as unmatchedCalls,
  UnmatchedPaymentDetails,
} from '#contract/operator/unmatched-payments.ts'
import { searchedNames, users } from '#server/features/accounts/table.ts'
import { acrossCustomers } from '#server/features/operators/service.ts'
import {
  type PayChannelCode,
  orderFields,
  findOrder,
  findOrderByNo,
  type OrderKey,
  isCreditable,
  getUnmatched,
} from '#server/features/orders/index.ts'
import {
  isAmountKnown,
  isExcess,
  getRefund,
} from '#server/features/operators/refunds/operator-refunds.ts'
import {
  orderEvents,
  orderNumbers,
  orders,
  refunds,
  searchedNumbers,
  unmatchedPayments,
} from '#server/features/orders/table.ts'
import type { UnmatchedPayment } from '#server/features/orders/table.ts'
import { ApiError } from '#server/http/errors.ts'
import { acrossOwners } from '#server/platform/db/across-owners.ts'
import { containsText, isId } from '#server/platform/db/columns.ts'
import type { Db } from '#server/platform/db/db.ts'
import { toOffset, type Page } from '#server/platform/db/page.ts'
import { hasPart, mayContain, searchKeys, type FoundKeys } from '#server/platform/db/text-search.ts'
import { isInRange, wireTime } from '#server/platform/db/time.ts'

const customerOrderFields = (zone: string) => ({
  ...orderFields(zone),
  id: orders.no,
  ownerId: sql<string>`${orders.ownerId}::text`,
  account: sql<string>`coalesce(${users.account}, '')`,
  gatewayNo: orders.gatewayNo,
})

/** Joins an order with its main account. */
const isMainAccount = and(eq(users.ownerId, orders.ownerId), eq(users.userId, orders.ownerId))

/** Orders of all customers, newest first. */
export async function readCustomerOrderPage(
  db: Db,
  query: ParsedInputOf<typeof orderCalls.page>,
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
  {
    no,
    gatewayNo,
    account,
    payStatus,
    payChannel,
    ...query
  }: ParsedInputOf<typeof orderCalls.page>,
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
  if (!no && !gatewayNo && !account) {
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
  const texts = [no, gatewayNo].flatMap((text) => (text ? [text] : []))
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

const isNamed = (text: string) => or(hasPart(users.account, text), hasPart(users.username, text))

/**
 * Owners of accounts whose name or email contains the text, and the owner whose id is the text;
 * undefined if there are more than `maxOwners`.
 */
async function findNamedOwners(db: Db, text: string): Promise<string[] | undefined> {
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

/** Whether an order's owner has an account that matches the text; evaluated per order. */
const hasNamedOwner = (db: Db, text: string): SQL =>
  exists(
    db
      .select({ ownerId: users.ownerId })
      .from(users)
      .where(and(eq(users.ownerId, orders.ownerId), isNamed(text))),
  )

/** Condition on payments that name an order of an owner who matches the text. */
async function findNamedOrderCondition(db: Db, text: string): Promise<SQL> {
  const owners =
    (await findNamedOwners(db, text)) ??
    db.select({ ownerId: users.ownerId }).from(users).where(isNamed(text))
  const numbers = db
    .select({ no: orderNumbers.no })
    .from(orderNumbers)
    .where(inArray(orderNumbers.ownerId, owners))
  return acrossCustomers(inArray(unmatchedPayments.orderNo, numbers))
}

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

/** Payments that were handled before outcomes were recorded count as `other`. */
const unmatchedState = sql<UnmatchedRow['state']>`case
  when ${unmatchedPayments.handledAt} is null then 'open'
  else coalesce(${unmatchedPayments.outcome}, 'other') end`

/** Main accounts: of the order that a payment names, and of the account credited. */
const [namedOwners, creditedOwners] = [alias(users, 'named'), alias(users, 'credited')]

const unmatchedFields = (zone: string) => ({
  id: sql<string>`${unmatchedPayments.id}::text`,
  createDateTime: wireTime(unmatchedPayments.at, zone),
  payDateTime: wireTime(unmatchedPayments.paidAt, zone),
  amount: unmatchedPayments.amountCents,
  gateway: unmatchedPayments.gateway,
  gatewayNo: unmatchedPayments.gatewayNo,
  orderNo: unmatchedPayments.orderNo,
  account: namedOwners.account,
  reason: unmatchedPayments.reason,
  state: unmatchedState,
  handledDateTime: wireTime<string | null>(unmatchedPayments.handledAt, zone),
  handledBy: unmatchedPayments.handledBy,
  creditedAccount: creditedOwners.account,
  handling: unmatchedPayments.handling,
})

const selectUnmatched = (db: Db, where: SQL | undefined, zone: string) =>
  db
    .select(unmatchedFields(zone))
    .from(unmatchedPayments)
    .leftJoin(orderNumbers, eq(orderNumbers.no, unmatchedPayments.orderNo))
    .leftJoin(
      namedOwners,
      and(
        eq(namedOwners.ownerId, orderNumbers.ownerId),
        eq(namedOwners.userId, orderNumbers.ownerId),
      ),
    )
    .leftJoin(
      creditedOwners,
      and(
        eq(creditedOwners.ownerId, unmatchedPayments.creditedOwnerId),
        eq(creditedOwners.userId, unmatchedPayments.creditedOwnerId),
      ),
    )
    .where(acrossOwners('a payment names its order alone', where))

/** Unhandled payments first, each part newest first. */
export async function readUnmatchedPage(
  db: Db,
  query: ParsedInputOf<typeof unmatchedCalls.page>,
  zone: string,
): Promise<Page<UnmatchedRow>> {
  const { number, account, state, reason, gateway } = query
  const { gatewayNo, orderNo, at } = unmatchedPayments
  const where = and(
    number ? or(containsText(gatewayNo, number), containsText(orderNo, number)) : undefined,
    account ? await findNamedOrderCondition(db, account) : undefined,
    state ? sql`${unmatchedState} = ${state}` : undefined,
    reason ? eq(unmatchedPayments.reason, reason) : undefined,
    gateway ? eq(unmatchedPayments.gateway, gateway) : undefined,
    isInRange(at, { begin: query.createDateTimeBegin, end: query.createDateTimeEnd }, zone),
  )
  const [total, rows] = await Promise.all([
    db.$count(unmatchedPayments, where),
    selectUnmatched(db, where, zone)
      .orderBy(sql`${unmatchedPayments.handledAt} is not null`, desc(unmatchedPayments.id))
      .limit(query.pageSize)
      .offset(toOffset(query)),
  ])
  return { total, rows }
}

/** `channelsOf`: payment channels of a gateway. Throws ApiError `notFound`. */
export async function readUnmatchedDetails(
  db: Db,
  id: string,
  channelsOf: (gateway: string) => readonly PayChannelCode[],
  zone: string,
): Promise<UnmatchedPaymentDetails> {
  const payment = await getUnmatched(db, id)
  const [row] = await selectUnmatched(db, eq(unmatchedPayments.id, payment.id), zone)
  const named = await findOrderByNo(db, payment.orderNo)
  const namedOrder = named && (await readOrderRow(db, named, zone))
  const creditable = await isCreditable(db, payment)
  const candidates = creditable
    ? await findCandidateOrders(
        db,
        payment,
        { ownerId: named?.ownerId, channels: channelsOf(payment.gateway) },
        zone,
      )
    : []
  return { ...row!, namedOrder, candidates, creditable: creditable ? 1 : 0 }
}

const maxCandidates = 5
/**
 * Maximum age of a candidate order in days: of any customer, and of the customer whose order the
 * payment names.
 */
const candidateDays = { any: 3, same: 90 }

/**
 * Unpaid orders of the amount: the named one first, then the same customer's, then those of the
 * gateway's channels, the nearest in time first.
 */
async function findCandidateOrders(
  db: Db,
  { orderNo, amountCents, paidAt }: UnmatchedPayment,
  { ownerId, channels }: { ownerId: string | undefined; channels: readonly PayChannelCode[] },
  zone: string,
): Promise<CandidateOrder[]> {
  const at = sql`${paidAt.toISOString()}::timestamptz`
  const since = (days: number) => gt(orders.createdAt, sql`${at} - ${days} * interval '1 day'`)
  const isSameCustomer = ownerId === undefined ? sql`false` : eq(orders.ownerId, ownerId)
  const isSameChannel =
    channels.length === 0 ? sql`false` : inArray(orders.payChannel, [...channels])
  return db
    .select({
      ...customerOrderFields(zone),
      sameChannel: sql<0 | 1>`(${isSameChannel})::int`,
      sameCustomer: sql<0 | 1>`(${isSameCustomer})::int`,
    })
    .from(orders)
    .innerJoin(users, isMainAccount)
    .where(
      acrossOwners(
        'a payment may be of any order',
        and(
          eq(orders.amountCents, amountCents),
          ne(orders.payStatus, 'P'),
          isNull(users.erasedAt),
          // The clocks of the gateway and of this system may differ.
          sql`${orders.createdAt} < ${at} + interval '10 minutes'`,
          or(since(candidateDays.any), and(isSameCustomer, since(candidateDays.same))),
        ),
      ),
    )
    .orderBy(
      sql`${orders.no} <> ${orderNo}`,
      sql`not (${isSameCustomer})`,
      sql`not (${isSameChannel})`,
      sql`abs(extract(epoch from ${orders.createdAt} - ${at}))`,
    )
    .limit(maxCandidates)
}

/** A refund that matches no order has no quota, so its unit does not matter. */
const refundUnit = sql<'char' | 'time'>`coalesce(${orders.billingMode}, 'char')`

const refundFields = (zone: string) => ({
  id: sql<string>`${refunds.id}::text`,
  createDateTime: wireTime(refunds.at, zone),
  refundDateTime: wireTime(refunds.refundedAt, zone),
  gateway: refunds.gateway,
  refundNo: refunds.refundNo,
  gatewayNo: sql<string | null>`nullif(${refunds.gatewayNo}, '')`,
  orderNo: refunds.orderNo,
  amount: refunds.amountCents,
  state: refunds.state,
  progress: refunds.vendorState,
  reason: refunds.reason,
  translationBillingMode: refundUnit,
  taken: refunds.taken,
  owed: refunds.owed,
  waived: refunds.waived,
  settleDateTime: wireTime<string | null>(refunds.settledAt, zone),
})

const selectRefunds = (db: Db, where: SQL | undefined, zone: string) =>
  db
    .select(refundFields(zone))
    .from(refunds)
    .leftJoin(orders, and(eq(orders.ownerId, refunds.ownerId), eq(orders.id, refunds.orderId)))
    .where(acrossOwners('each refund has its own owner', where))

/** Unsettled refunds first, each part newest first. */
export async function readRefundPage(
  db: Db,
  query: ParsedInputOf<typeof refundCalls.page>,
  zone: string,
): Promise<Page<Refund>> {
  const { number, state, gateway } = query
  const { refundNo, gatewayNo, orderNo, at, id } = refunds
  const where = and(
    number
      ? or(
          containsText(refundNo, number),
          containsText(gatewayNo, number),
          containsText(orderNo, number),
        )
      : undefined,
    state ? eq(refunds.state, state) : undefined,
    gateway ? eq(refunds.gateway, gateway) : undefined,
    isInRange(at, { begin: query.createDateTimeBegin, end: query.createDateTimeEnd }, zone),
  )
  const isUnsettled = inArray(refunds.state, ['open', 'owed'])
  const [total, rows] = await Promise.all([
    db.$count(refunds, where),
    selectRefunds(db, where, zone)
      .orderBy(sql`not (${isUnsettled})`, desc(id))
      .limit(query.pageSize)
      .offset(toOffset(query)),
  ])
  return { total, rows }
}

/** Throws ApiError `notFound`. */
export async function readRefundDetails(db: Db, id: string, zone: string): Promise<RefundDetails> {
  const refund = await getRefund(db, id)
  const [row] = await selectRefunds(db, eq(refunds.id, refund.id), zone)
  const { ownerId, orderId } = refund
  const found =
    ownerId !== null && orderId !== null ? await findOrder(db, { ownerId, id: orderId }) : undefined
  const order = found && (await readOrderRow(db, found, zone))
  const isKnown =
    isAmountKnown(refund) || (found !== undefined && (await isExcess(db, refund, found)))
  return { ...row!, order, amountKnown: isKnown ? 1 : 0 }
}
