/** What of an order a fapiao can be asked for: what was paid, without what was refunded. */
import { and, asc, eq, inArray, sql, type SQL } from 'drizzle-orm'
import { fapiaoOrders } from '#server/features/fapiaos/table.ts'
import { approvals } from '#server/features/operators/table.ts'
import {
  orders,
  refundRequests,
  refunds,
  refundSubject,
  type Order,
} from '#server/features/orders/table.ts'
import type { Db } from '#server/platform/db/open.ts'

/** Cents of an order in `orders` that were refunded. */
const refundedCents = (
  owner: SQL,
) => sql<number>`coalesce((select sum(r.amount_cents) from ${refunds} r
  where r.owner_id = ${owner} and r.order_id = ${orders}.id and r.settled_at is not null), 0)::float8`

/** Cents of an order in `orders` that are left. */
export const leftCents = (owner: SQL) =>
  sql<number>`(${orders}.amount_cents - ${refundedCents(owner)})::float8`

/** Whether a refund of an order in `orders` has no settled amount yet, is asked for, or awaits a second operator. */
const hasOpenRefund = (owner: SQL) => sql<boolean>`(exists (select from ${refunds} r
  where r.owner_id = ${owner} and r.order_id = ${orders}.id and r.state = 'open')
  or exists (select from ${refundRequests} q where q.owner_id = ${owner} and q.order_id = ${orders}.id and q.state in ('asked', 'approved'))
  or exists (select from ${approvals} a where a.owner_id = ${owner} and a.kind = 'refund' and a.state = 'open' and a.subject = ${refundSubject('')} || ${orders}.no))`

/** Whether a request contains an order in `orders`. */
const hasLiveFapiao = (owner: SQL) => sql<boolean>`exists (select from ${fapiaoOrders} f
  where f.owner_id = ${owner} and f.order_id = ${orders}.id and f.is_live)`

/** `owner`: of all rows; see `orderFields`. */
export const isInvoiceable = (
  owner: SQL,
) => sql<boolean>`(${orders}.pay_status = 'P' and ${leftCents(owner)} > 0
  and not ${hasOpenRefund(owner)} and not ${hasLiveFapiao(owner)})`

export type InvoiceableState = Pick<Order, 'id' | 'no' | 'payStatus'> & {
  /** Cents that are left. */
  left: number
  hasOpenRefund: boolean
  isTaken: boolean
}

/**
 * Locks orders until the transaction ends, in the order of their ids, and reads what is left of
 * each. Lock the account before them, requests after them.
 */
export async function lockOrders(
  tx: Db,
  ownerId: string,
  ids: readonly string[],
): Promise<InvoiceableState[]> {
  const owner = sql`${ownerId}::bigint`
  const isChosen = and(eq(orders.ownerId, ownerId), inArray(orders.id, [...ids]))
  await tx
    .select({ id: orders.id })
    .from(orders)
    .where(isChosen)
    .orderBy(asc(orders.id))
    .for('update')
  // A statement of its own: it sees what was committed while the locks were waited for.
  return tx
    .select({
      id: orders.id,
      no: orders.no,
      payStatus: orders.payStatus,
      left: leftCents(owner),
      hasOpenRefund: hasOpenRefund(owner),
      isTaken: hasLiveFapiao(owner),
    })
    .from(orders)
    .where(isChosen)
    .orderBy(asc(orders.id))
}
