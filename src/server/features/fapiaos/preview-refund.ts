/** What a refund of an order would do to its fapiao. */
import { and, eq, sql } from 'drizzle-orm'
import type { FapiaoState } from '#contract/fapiaos.ts'
import type { RefundOffer } from '#contract/order-refunds.ts'
import { leftCents } from '#server/features/fapiaos/invoiceable.ts'
import { fapiaoColumns, fapiaoOrders, fapiaos } from '#server/features/fapiaos/table.ts'
import type { OrderKey } from '#server/features/orders/index.ts'
import { orders } from '#server/features/orders/table.ts'
import type { Db } from '#server/platform/db/open.ts'

const column = (name: string) => fapiaoColumns[name]!

/** Null if no request contains the order, or all of them are over. */
export async function previewRefundOfFapiao(
  db: Db,
  { ownerId, id: orderId }: OrderKey,
  cents: number,
): Promise<RefundOffer['fapiao']> {
  const [live] = await db
    .select({
      state: sql<FapiaoState>`${column('state')}`,
      number: sql<string | null>`${column('fapiaoNo')}`,
      sum: sql<number>`${column('amount')}::float8`,
      ofOrder: fapiaoOrders.amountCents,
      left: leftCents(sql`${ownerId}::bigint`),
    })
    .from(fapiaoOrders)
    .innerJoin(
      fapiaos,
      and(eq(fapiaos.ownerId, fapiaoOrders.ownerId), eq(fapiaos.id, fapiaoOrders.fapiaoId)),
    )
    .innerJoin(
      orders,
      and(eq(orders.ownerId, fapiaoOrders.ownerId), eq(orders.id, fapiaoOrders.orderId)),
    )
    .where(
      and(
        eq(fapiaoOrders.ownerId, ownerId),
        eq(fapiaoOrders.orderId, orderId),
        eq(fapiaoOrders.isLive, true),
      ),
    )
  if (!live) return null
  const { state, number, sum, ofOrder, left } = live
  return { state, number, amount: sum - Math.max(0, ofOrder - Math.max(0, left - cents)) }
}
