/** Tells the owner, and the accountant who asked and still is one, what becomes of a request for a refund. */
import { and, eq, or } from 'drizzle-orm'
import { users } from '#server/features/accounts/table.ts'
import { createNotices } from '#server/features/notifications/index.ts'
import type { Order, RefundRequestRow } from '#server/features/orders/table.ts'
import type { Db } from '#server/platform/db/open.ts'
import { linkTo, queueMail } from '#server/platform/mail/mail.ts'
import { formatBilingual, formatOrderQuota, formatYuan, t } from '#server/platform/messages.ts'

type RequestEvent =
  | { event: 'approved' | 'reopened' }
  | { event: 'asked' | 'withdrawn'; by: string }
  | { event: 'declined'; answer: string }
  | { event: 'paid'; refundNo: string }
  | { event: 'superseded'; refunded: string }

/** `publicUrl`: of the site, for the link of the mail. */
export type NotifyContext = { now: Date; publicUrl?: string | undefined }

/**
 * By the bell, unless the reader is who did it, and by a mail to the owner, in the transaction of the
 * change.
 */
export async function notifyOfRequest(
  tx: Db,
  { ownerId, id: subjectId, no, billingMode }: Order,
  { amountCents, taken, askedBy }: Pick<RefundRequestRow, 'amountCents' | 'taken' | 'askedBy'>,
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
  const { userId, account, accountRole, enabled } = users
  const readers = await tx
    .select({ userId, account })
    .from(users)
    .where(
      and(
        eq(users.ownerId, ownerId),
        or(
          eq(userId, ownerId),
          and(eq(userId, askedBy), eq(accountRole, 'accountant'), eq(enabled, true)),
        ),
      ),
    )
  await createNotices(
    tx,
    readers
      .filter((reader) => !('by' in values) || reader.userId !== values.by)
      .map((reader) => ({ ...notice, userId: reader.userId })),
    now,
  )
  const owner = readers.find((reader) => reader.userId === ownerId)
  if (!owner?.account.includes('@')) return
  const link = linkTo(publicUrl, `/UserCenterOrder?no=${no}&open=row`, {
    zh: t('zh', 'alertLinks.refundRequest'),
    en: t('en', 'alertLinks.refundRequest'),
  })
  await queueMail(tx, { to: owner.account, words, link }, now)
}
