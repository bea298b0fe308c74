/** The list of refunds that owners asked for. */
import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import type { ParsedInputOf } from '#contract/endpoint.ts'
import type { RefundRequest, refundRequests as calls } from '#contract/operator/refund-requests.ts'
import { users } from '#server/features/accounts/table.ts'
import { isMainAccount } from '#server/features/operators/orders/queries.ts'
import { acrossCustomers } from '#server/features/operators/operator.ts'
import { approvals } from '#server/features/operators/table.ts'
import { refundSubject } from '#server/features/orders/index.ts'
import { orders, refundRequests, refunds } from '#server/features/orders/table.ts'
import { containsText } from '#server/platform/db/columns.ts'
import type { Db } from '#server/platform/db/open.ts'
import { toOffset, type Page } from '#server/platform/db/page.ts'
import { isInRange, wireTime } from '#server/platform/db/time.ts'

const isOfOrder = and(
  eq(orders.ownerId, refundRequests.ownerId),
  eq(orders.id, refundRequests.orderId),
)

const fields = (zone: string) => ({
  id: sql<string>`${refundRequests.id}::text`,
  state: refundRequests.state,
  cause: refundRequests.cause,
  note: refundRequests.note,
  amount: refundRequests.amountCents,
  num: refundRequests.taken,
  askDateTime: wireTime(refundRequests.askedAt, zone),
  decideDateTime: wireTime<string | null>(refundRequests.decidedAt, zone),
  answer: refundRequests.answer,
  refundNo: refunds.refundNo,
  orderNo: orders.no,
  gatewayNo: orders.gatewayNo,
  ownerId: sql<string>`${orders.ownerId}::text`,
  account: sql<string>`coalesce(${users.account}, '')`,
  memberGroupName: orders.groupName,
  memberGroupEnName: orders.groupEnName,
  payChannel: orders.payChannel,
  payDateTime: wireTime<string | null>(orders.paidAt, zone),
  paidAmount: orders.amountCents,
  translationBillingMode: orders.billingMode,
  creditedNum: orders.num,
  openRefundId: sql<
    string | null
  >`(select max(f.id)::text from ${refunds} f where f.owner_id = ${orders}.owner_id
    and f.order_id = ${orders}.id and f.state = 'open')`,
  recorded: sql<
    0 | 1
  >`(exists (select from ${approvals} a where a.kind = 'refund' and a.state = 'open'
    and a.subject = ${refundSubject('')} || ${orders}.no))::int`,
})

const isWaiting = inArray(refundRequests.state, ['asked', 'approved'])

/** Those that wait first, the oldest first; then the latest. */
export async function readRequestPage(
  db: Db,
  query: ParsedInputOf<typeof calls.page>,
  zone: string,
): Promise<Page<RefundRequest>> {
  const { id, state, cause, askedAt } = refundRequests
  const time = { begin: query.askDateTimeBegin, end: query.askDateTimeEnd }
  const where = acrossCustomers(
    and(
      query.orderNo ? containsText(orders.no, query.orderNo) : undefined,
      query.state ? eq(state, query.state) : undefined,
      query.cause ? eq(cause, query.cause) : undefined,
      isInRange(askedAt, time, zone),
    ),
  )
  const [counted, rows] = await Promise.all([
    db
      .select({ total: sql<number>`count(*)::int` })
      .from(refundRequests)
      .innerJoin(orders, isOfOrder)
      .where(where),
    db
      .select(fields(zone))
      .from(refundRequests)
      .innerJoin(orders, isOfOrder)
      .leftJoin(users, isMainAccount)
      .leftJoin(refunds, eq(refunds.id, refundRequests.refundId))
      .where(where)
      .orderBy(desc(isWaiting), sql`case when ${isWaiting} then ${id} else -${id} end`)
      .limit(query.pageSize)
      .offset(toOffset(query)),
  ])
  return { total: counted[0]?.total ?? 0, rows }
}
