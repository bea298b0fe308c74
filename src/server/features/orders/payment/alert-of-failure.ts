/** Alerts an owner of an order that was not paid in time, or whose payment was not credited. */
import { times } from '#contract/limits.ts'
import { raiseAlert } from '#server/features/alerts/index.ts'
import type { Order } from '#server/features/orders/table.ts'
import type { Db } from '#server/platform/db/open.ts'
import { formatBilingual, formatYuan } from '#server/platform/messages.ts'

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
  const alert = { ownerId, kind: 'paymentFailed', subjectId: id } as const
  await raiseAlert(tx, { ...alert, words, event: { event: 'paymentFailed', data } }, now)
}
