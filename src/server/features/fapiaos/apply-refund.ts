/** What refunds of orders do to their fapiao. */
import { and, eq, gt } from 'drizzle-orm'
import type { FapiaoKey } from '#server/features/fapiaos/files.ts'
import { lockOrders, type InvoiceableState } from '#server/features/fapiaos/invoiceable.ts'
import { mailFapiao, notifyOfFapiao, type FapiaoNews } from '#server/features/fapiaos/notify.ts'
import { changeFapiao, lockFapiao, type LockedFapiao } from '#server/features/fapiaos/requests.ts'
import { isOrderOf, leftOf, readOrderSums } from '#server/features/fapiaos/sums.ts'
import { fapiaoOrders } from '#server/features/fapiaos/table.ts'
import type { OrderKey } from '#server/features/orders/index.ts'
import type { Db } from '#server/platform/db/open.ts'

/**
 * Call it in the transaction of the refund, once it is booked (`settledAt`), with the account and the
 * order locked. A request that waits asks for less, and ends if nothing is left; an issued fapiao has
 * to be reversed. One that an operator is issuing stays as it was taken: only the operator knows over
 * which sum it was issued.
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
  const orders = await lockOrders(tx, ownerId, [orderId])
  const fapiao = await lockFapiao(tx, key)
  if (fapiao.state === 'issued') await markToReverse(tx, fapiao, orders[0]!.no, now)
  if (fapiao.state === 'asked') await lowerToLeft(tx, fapiao, orders, now)
}

export async function markToReverse(
  tx: Db,
  fapiao: LockedFapiao,
  orderNo: string,
  now: Date,
): Promise<void> {
  await changeFapiao(tx, fapiao, { state: 'toReverse', refundDateTime: now })
  const isLeft = (await readOrderSums(tx, fapiao)).some((order) => leftOf(order) > 0)
  const message = isLeft ? 'fapiaoToReverse' : 'fapiaoToReverseInFull'
  await tell(tx, fapiao, { message, orderNo, level: 'warning' }, now)
}

/**
 * Lowers a waiting request to what is left of these orders of it, all of them locked; ends it if
 * nothing is left.
 */
export async function lowerToLeft(
  tx: Db,
  fapiao: LockedFapiao,
  orders: readonly InvoiceableState[],
  now: Date,
): Promise<{ state: 'asked' | 'ended'; amount: number }> {
  const amount = await lowerOrders(tx, fapiao, orders)
  const state = amount > 0 ? 'asked' : 'ended'
  if (amount === fapiao.amountCents) return { state, amount }
  const orderNo = orders.map(({ no }) => no).join(', ')
  const about = { orderNo, level: 'warning' } as const
  if (state === 'asked') {
    await changeFapiao(tx, fapiao, { state, amount })
    await tell(tx, fapiao, { message: 'fapiaoReduced', amountCents: amount, ...about }, now)
  } else {
    await changeFapiao(tx, fapiao, { state, amount, decisionDateTime: now })
    await tell(tx, fapiao, { message: 'fapiaoEnded', ...about }, now)
  }
  return { state, amount }
}

/** Returns the sum of all orders of the request. */
async function lowerOrders(
  tx: Db,
  fapiao: FapiaoKey,
  orders: readonly InvoiceableState[],
): Promise<number> {
  for (const { id, left } of orders) {
    const isOne = and(isOrderOf(fapiao), eq(fapiaoOrders.orderId, id))
    if (left > 0)
      await tx
        .update(fapiaoOrders)
        .set({ amountCents: left })
        .where(and(isOne, gt(fapiaoOrders.amountCents, left)))
    else await tx.delete(fapiaoOrders).where(isOne)
  }
  const all = await readOrderSums(tx, fapiao)
  return all.reduce((sum, each) => sum + each.amount, 0)
}

/** By notice and by mail. */
async function tell(tx: Db, fapiao: LockedFapiao, news: FapiaoNews, now: Date): Promise<void> {
  await mailFapiao(tx, fapiao, await notifyOfFapiao(tx, fapiao, news, now), undefined, now)
}
