/** Reads the request for a refund of an order. */
import { and, desc, eq } from 'drizzle-orm'
import type { RefundRequest } from '#contract/order-refunds.ts'
import type { OrderKey } from '#server/features/orders/find-order.ts'
import { refundRequests, refunds } from '#server/features/orders/table.ts'
import type { Db } from '#server/platform/db/open.ts'
import { wireTime } from '#server/platform/db/time.ts'

/** The last one; a request that was withdrawn may be repeated. */
export async function readRefundRequest(
  db: Db,
  { ownerId, id }: OrderKey,
  zone: string,
): Promise<RefundRequest | null> {
  const { state, cause, note, amountCents: amount, taken: num, answer } = refundRequests
  const [request] = await db
    .select({
      state,
      cause,
      note,
      amount,
      num,
      answer,
      askDateTime: wireTime(refundRequests.askedAt, zone),
      decideDateTime: wireTime<string | null>(refundRequests.decidedAt, zone),
      refundNo: refunds.refundNo,
    })
    .from(refundRequests)
    .leftJoin(refunds, eq(refunds.id, refundRequests.refundId))
    .where(and(eq(refundRequests.ownerId, ownerId), eq(refundRequests.orderId, id)))
    .orderBy(desc(refundRequests.id))
    .limit(1)
  return (request as RefundRequest | undefined) ?? null
}
