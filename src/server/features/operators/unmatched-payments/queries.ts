/** Reads pages and details of unmatched payments, with the orders they may belong to. */
import { and, desc, eq, gt, inArray, isNull, ne, or, sql, type SQL } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { ParsedInputOf } from '#contract/endpoint.ts'
import type {
  CandidateOrder,
  UnmatchedPayment as UnmatchedRow,
  unmatchedPayments as unmatchedCalls,
  UnmatchedPaymentDetails,
} from '#contract/operator/unmatched-payments.ts'
import { users } from '#server/features/accounts/table.ts'
import { acrossCustomers } from '#server/features/operators/operator.ts'
import {
  customerOrderFields,
  isMainAccount,
  isNamed,
  findNamedOwners,
  readOrderRow,
} from '#server/features/operators/orders/queries.ts'
import { type PayChannelCode, findOrderByNo } from '#server/features/orders/index.ts'
import { isCreditable } from '#server/features/operators/unmatched-payments/credit-payment.ts'
import {
  isToHandle,
  isOpenRequest,
} from '#server/features/operators/unmatched-payments/credit-approval.ts'
import { approvals } from '#server/features/operators/table.ts'
import { getUnmatched } from '#server/features/operators/unmatched-payments/unmatched-payment.ts'
import {
  orderNumbers,
  orders,
  unmatchedPayments,
  type UnmatchedPayment,
} from '#server/features/orders/table.ts'
import { acrossOwners } from '#server/platform/db/across-owners.ts'
import { containsText } from '#server/platform/db/columns.ts'
import type { Db } from '#server/platform/db/db.ts'
import { toOffset, type Page } from '#server/platform/db/page.ts'
import { formatWireTime, isInRange, wireTime } from '#server/platform/db/time.ts'

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

/** Payments that were handled before outcomes were recorded count as `other`. */
const unmatchedState = sql<UnmatchedRow['state']>`case
  when ${isToHandle} then 'open' when ${unmatchedPayments.handledAt} is null then 'asked'
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
  const [request] = await db
    .select({ operator: approvals.askedName, createdAt: approvals.createdAt })
    .from(approvals)
    .where(isOpenRequest(payment.gatewayNo))
  const approval = request && {
    operator: request.operator,
    createDateTime: formatWireTime(request.createdAt, zone),
  }
  return { ...row!, namedOrder, candidates, creditable: creditable ? 1 : 0, approval }
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
