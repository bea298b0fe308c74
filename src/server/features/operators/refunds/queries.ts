/** Reads pages and details of refunds. */
import { and, desc, eq, inArray, or, sql, type SQL } from 'drizzle-orm'
import type { ParsedInputOf } from '#contract/endpoint.ts'
import type { Refund, refunds as refundCalls, RefundDetails } from '#contract/operator/refunds.ts'
import { findOrder } from '#server/features/orders/index.ts'
import {
  isAmountKnown,
  isExcess,
  getRefund,
} from '#server/features/operators/refunds/operator-refunds.ts'
import { isToSettle } from '#server/features/operators/refunds/settle-approval.ts'
import { orders, refunds } from '#server/features/orders/table.ts'
import { acrossOwners } from '#server/platform/db/across-owners.ts'
import { containsText } from '#server/platform/db/columns.ts'
import type { Db } from '#server/platform/db/db.ts'
import { toOffset, type Page } from '#server/platform/db/page.ts'
import { isInRange, wireTime } from '#server/platform/db/time.ts'
import { readOrderRow } from '#server/features/operators/orders/queries.ts'

/** A refund that matches no order has no quota, so its unit does not matter. */
const refundUnit = sql<'char' | 'time'>`coalesce(${orders.billingMode}, 'char')`

const isUnsettled = inArray(refunds.state, ['open', 'owed'])

const refundState = sql<Refund['state']>`case
  when ${isUnsettled} and not ${isToSettle} then 'asked' else ${refunds.state} end`

const refundFields = (zone: string) => ({
  id: sql<string>`${refunds.id}::text`,
  createDateTime: wireTime(refunds.at, zone),
  refundDateTime: wireTime(refunds.refundedAt, zone),
  gateway: refunds.gateway,
  refundNo: refunds.refundNo,
  gatewayNo: sql<string | null>`nullif(${refunds.gatewayNo}, '')`,
  orderNo: refunds.orderNo,
  amount: refunds.amountCents,
  state: refundState,
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
    state ? sql`${refundState} = ${state}` : undefined,
    gateway ? eq(refunds.gateway, gateway) : undefined,
    isInRange(at, { begin: query.createDateTimeBegin, end: query.createDateTimeEnd }, zone),
  )
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
