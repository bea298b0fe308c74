/** What a refund of an order does to its fapiao, in the transaction of the refund. */
import { and, eq } from 'drizzle-orm'
import type { FapiaoKey } from '#server/features/fapiaos/files.ts'
import { lockOrders } from '#server/features/fapiaos/invoiceable.ts'
import { mailFapiao, notifyOfFapiao, type FapiaoNews } from '#server/features/fapiaos/notify.ts'
import {
  changeFapiao,
  isOrderOf,
  lockFapiao,
  readOrdersOf,
  type LockedFapiao,
} from '#server/features/fapiaos/requests.ts'
import { fapiaoOrders } from '#server/features/fapiaos/table.ts'
import type { OrderKey } from '#server/features/orders/index.ts'
import type { Db } from '#server/platform/db/open.ts'

/**
 * Call it once the refund is booked (`settledAt`), with the account and the order locked. A request
 * that waits asks for less, and ends if nothing is left; an issued fapiao has to be reversed.
 */
export async function applyRefund(
  tx: Db,
  { ownerId, id: orderId }: OrderKey,
  now: Date,
): Promise<void> {
  const isOrder = and(eq(fapiaoOrders.ownerId, ownerId), eq(fapiaoOrders.orderId, orderId))
  const [live] = await tx
    .select({ fapiaoId: fapiaoOrders.fapiaoId })
    .from(fapiaoOrders)
    .where(and(isOrder, eq(fapiaoOrders.isLive, true)))
  if (!live) return
  const key: FapiaoKey = { ownerId, id: live.fapiaoId }
  const [order] = await lockOrders(tx, ownerId, [orderId])
  const fapiao = await lockFapiao(tx, key)
  const about = { orderNo: order!.no, level: 'warning' } as const
  if (fapiao.state === 'issued') {
    await changeFapiao(tx, key, { state: 'toReverse', refundDateTime: now })
    await tell(tx, fapiao, { message: 'fapiaoToReverse', ...about }, now)
  }
  if (fapiao.state !== 'asked') return
  const left = Math.max(0, order!.left)
  const isOrderOfRequest = and(isOrderOf(key), isOrder)
  if (left > 0) await tx.update(fapiaoOrders).set({ amountCents: left }).where(isOrderOfRequest)
  else await tx.delete(fapiaoOrders).where(isOrderOfRequest)
  const all = (await readOrdersOf(tx, ownerId, [key.id])).get(key.id) ?? []
  const amount = all.reduce((sum, each) => sum + each.amount, 0)
  if (amount > 0) {
    await changeFapiao(tx, key, { state: 'asked', amount })
    const news = { message: 'fapiaoReduced', amountCents: amount, ...about } as const
    await tell(tx, fapiao, news, now)
  } else {
    await changeFapiao(tx, key, { state: 'ended', amount, decisionDateTime: now })
    await tell(tx, fapiao, { message: 'fapiaoEnded', ...about }, now)
  }
}

/** By notice and by mail. */
async function tell(tx: Db, fapiao: LockedFapiao, news: FapiaoNews, now: Date): Promise<void> {
  await mailFapiao(tx, fapiao, await notifyOfFapiao(tx, fapiao, news, now), undefined, now)
}
