/** Refunds that are not settled, and those that await a second operator. */
import { and, eq, sql } from 'drizzle-orm'
import { approvals } from '#server/features/operators/table.ts'
import { refunds, refundSubject, type Order } from '#server/features/orders/table.ts'
import { onlyRow } from '#server/platform/db/db.ts'
import type { Db } from '#server/platform/db/open.ts'

/**
 * Refunds of the order that are not settled, or settled in part; those of the owner's other orders
 * that are not settled; and those of which quota is owed.
 */
export async function countUnsettled(
  db: Db,
  { ownerId, id }: Pick<Order, 'ownerId' | 'id'>,
): Promise<{ ownOpen: number; otherOpen: number; owed: number }> {
  const isOpen = sql`${refunds.state} = 'open'`
  const isOwn = sql`${refunds.orderId} = ${id}`
  const counts = await db
    .select({
      ownOpen: sql<number>`(count(*) filter (where ${isOpen} and ${isOwn}))::int`,
      otherOpen: sql<number>`(count(*) filter (where ${isOpen} and not ${isOwn}))::int`,
      owed: sql<number>`(count(*) filter (where ${refunds.state} = 'owed'))::int`,
    })
    .from(refunds)
    .where(eq(refunds.ownerId, ownerId))
  return onlyRow(counts)
}

/** Whether an operator recorded a refund of the order that awaits a second one. */
export const isRecorded = async (db: Db, { no }: Pick<Order, 'no'>): Promise<boolean> =>
  (await db.$count(
    approvals,
    and(
      eq(approvals.kind, 'refund'),
      eq(approvals.state, 'open'),
      eq(approvals.subject, refundSubject(no)),
    ),
  )) > 0
