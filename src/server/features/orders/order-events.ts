/** Order events, recorded in the transaction that causes them. */
import { and, desc, eq } from 'drizzle-orm'
import type { Db } from '#server/platform/db/open.ts'
import { orderEvents } from '#server/schema.ts'
import type { Order } from '#server/features/orders/table.ts'

type Event = (typeof orderEvents.$inferInsert)['event']

/**
 * The order must be row-locked, so that event numbers have no gaps. Consecutive `asked` events are
 * merged into one with the later time.
 */
export async function recordOrderEvent(
  tx: Db,
  { ownerId, id }: Pick<Order, 'ownerId' | 'id'>,
  event: Event,
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
