/** Tells the owner what becomes of a request for a refund. */
import { and, eq } from 'drizzle-orm'
import { users } from '#server/features/accounts/table.ts'
import { createNotices } from '#server/features/notifications/index.ts'
import type { Order, RefundRequestRow } from '#server/features/orders/table.ts'
import type { Db } from '#server/platform/db/open.ts'
import { linkTo, queueMail } from '#server/platform/mail/mail.ts'
import { formatBilingual, formatOrderQuota, formatYuan, t } from '#server/platform/messages.ts'

type RequestEvent =
  | { event: 'asked' | 'withdrawn' | 'approved' | 'reopened' }
  | { event: 'declined'; answer: string }
  | { event: 'paid'; refundNo: string }
  | { event: 'superseded'; refunded: string }

/** `publicUrl`: of the site, for the link of the mail. */
export type NotifyContext = { now: Date; publicUrl?: string | undefined }

/** What owners do themselves. */
const ownActs: readonly RequestEvent['event'][] = ['asked', 'withdrawn']

/** By mail, and by the bell unless the owner did it, in the transaction of the change. */
export async function notifyOfRequest(
  tx: Db,
  { ownerId, id: subjectId, no, billingMode }: Order,
  { amountCents, taken }: Pick<RefundRequestRow, 'amountCents' | 'taken'>,
  { event, ...values }: RequestEvent,
  { now, publicUrl }: NotifyContext,
): Promise<void> {
  const words = formatBilingual(`refundRequests.notices.${event}`, (lang) => ({
    no,
    amount: formatYuan(amountCents),
    taken: formatOrderQuota(lang, billingMode, taken),
    ...values,
  }))
  const level = event === 'declined' ? ('warning' as const) : ('info' as const)
  const notice = { ownerId, type: 'refundRequest' as const, level, words, subjectId }
  if (!ownActs.includes(event)) await createNotices(tx, [{ ...notice, userId: ownerId }], now)
  const [owner] = await tx
    .select({ account: users.account })
    .from(users)
    .where(and(eq(users.ownerId, ownerId), eq(users.userId, ownerId)))
  if (!owner?.account.includes('@')) return
  const link = linkTo(publicUrl, `/UserCenterOrder?no=${no}&open=row`, {
    zh: t('zh', 'alertLinks.refundRequest'),
    en: t('en', 'alertLinks.refundRequest'),
  })
  await queueMail(tx, { to: owner.account, words, link }, now)
}
