/** Alerts an owner of an order that was not paid in time, or whose payment was not credited. */
import { and, desc, eq, gte, sql } from 'drizzle-orm'
import { times } from '#contract/limits.ts'
import { dropAlerts, raiseAlert } from '#server/features/alerts/index.ts'
import { orders, type Order } from '#server/features/orders/table.ts'
import type { Db } from '#server/platform/db/open.ts'
import { formatBilingual, formatYuan } from '#server/platform/messages.ts'

/** A payment that is not credited comes after the order was not paid in time. */
const unpaidStep = 1

/** Call it in the transaction that closes the order or records the payment. */
export async function alertOfFailure(
  tx: Db,
  order: Order,
  reason: 'unpaid' | 'notCredited',
  now: Date,
): Promise<void> {
  const { ownerId, id, no, amountCents, groupName, groupEnName } = order
  const message = reason === 'unpaid' ? 'paymentFailed' : 'paidBeyond'
  const words = formatBilingual(message, (lang) => ({
    no,
    name: (lang === 'en' && groupEnName) || groupName,
    amount: formatYuan(amountCents),
    minutes: times.paymentPeriod / 60_000,
  }))
  const data = {
    reason,
    orderNo: no,
    amount: amountCents,
    currency: 'CNY' as const,
    packageName: groupName,
  }
  const isUrgent = reason === 'notCredited'
  const step = isUrgent ? 0 : unpaidStep
  const alert = { ownerId, kind: 'paymentFailed', subjectId: id, step, isUrgent } as const
  await raiseAlert(tx, { ...alert, words, event: { event: 'paymentFailed', data } }, now)
}

/** Whether the owner has paid for the same package since the order was placed. */
export const isBoughtMeanwhile = async (tx: Db, order: Order): Promise<boolean> =>
  (await tx.$count(
    orders,
    and(
      isOfSamePackage(order),
      eq(orders.payStatus, sql`'P'`),
      gte(orders.paidAt, order.createdAt),
    ),
  )) > 0

/** Forgets that orders of the same package were not paid, of which nobody has been told yet. */
export async function dropUnpaidAlerts(tx: Db, order: Order): Promise<void> {
  const unpaid = await tx
    .select({ id: orders.id })
    .from(orders)
    .where(and(isOfSamePackage(order), eq(orders.payStatus, sql`'T'`)))
    .orderBy(desc(orders.seq))
    .limit(recentOrders)
  const { ownerId } = order
  for (const { id: subjectId } of unpaid)
    await dropAlerts(tx, { ownerId, kind: 'paymentFailed', subjectId, step: unpaidStep })
}

/** Of the latest orders; alerts of older ones have been sent. */
const recentOrders = 20

const isOfSamePackage = ({ ownerId, memberGroupId }: Order) =>
  and(eq(orders.ownerId, ownerId), eq(orders.memberGroupId, memberGroupId))
