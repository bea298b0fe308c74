/** Records what happens to an order. */
import { and, eq, desc } from 'drizzle-orm'
import type { Db } from '#server/platform/db/open.ts'
import { orderEvents } from '#server/features/orders/table.ts'
import type { OrderKey } from '#server/features/orders/find-order.ts'

type OrderEventName = (typeof orderEvents.$inferInsert)['event']

/**
 * The order must be row-locked, so that event numbers have no gaps. Consecutive `asked` events are
 * merged into one with the later time.
 */
export async function recordOrderEvent(
  tx: Db,
  { ownerId, id }: OrderKey,
  event: OrderEventName,
  at: Date,
): Promise<void> {
  const ofOrder = and(eq(orderEvents.ownerId, ownerId), eq(orderEvents.orderId, id))
  const [last] = await tx
    .select()
    .from(orderEvents)
    .where(ofOrder)
    .orderBy(desc(orderEvents.seq))
    .limit(1)
  if (last?.event === 'asked' && event === 'asked') {
    await tx
      .update(orderEvents)
      .set({ at })
      .where(and(ofOrder, eq(orderEvents.seq, last.seq)))
    return
  }
  await tx
    .insert(orderEvents)
    .values({ ownerId, orderId: id, seq: (last?.seq ?? 0) + 1, event, at })
}
