/** Tells an account what became of its request for a fapiao: by notice, and by mail with the file unless it is too large. */
import { and, eq, isNull, or } from 'drizzle-orm'
import { businessLimits } from '#contract/business-limits.ts'
import { users } from '#server/features/accounts/table.ts'
import { toAttachment, type StoredFile } from '#server/features/fapiaos/files.ts'
import type { LockedFapiao } from '#server/features/fapiaos/requests.ts'
import { createNotices } from '#server/features/notifications/index.ts'
import type { Lang } from '#locales/messages.ts'
import type { Db } from '#server/platform/db/open.ts'
import { queueMail } from '#server/platform/mail/mail.ts'
import { formatBilingual, formatYuan, t } from '#server/platform/messages.ts'

export type FapiaoNews = {
  message:
    | 'fapiaoIssued'
    | 'fapiaoRefused'
    | 'fapiaoReduced'
    | 'fapiaoEnded'
    | 'fapiaoToReverse'
    | 'fapiaoToReverseInFull'
    | 'fapiaoReversed'
    | 'fapiaoReversedInFull'
    | 'fapiaoCorrected'
    | 'fapiaoCorrectedToStay'
    | 'fapiaoReversalCorrected'
  level: 'info' | 'warning'
  /** Cents in place of the sum of the request. */
  amountCents?: number
  orderNo?: string
  number?: string
  reason?: string | null | undefined
}

/** The main account, and the sub-accounts that are its accountants. */
export async function notifyOfFapiao(
  tx: Db,
  fapiao: LockedFapiao,
  { message, level, amountCents = fapiao.amountCents, orderNo, number, reason }: FapiaoNews,
  now: Date,
): Promise<Record<'zh' | 'en', { title: string; content: string }>> {
  const { ownerId, id, titleName } = fapiao
  const words = formatBilingual(message, (lang) => ({
    title: titleName,
    amount: formatYuan(amountCents),
    no: orderNo ?? '',
    number: number ?? '',
    reason: reason ? t(lang, 'fapiaoReason', { reason }) : '',
  }))
  const recipients = await tx
    .select({ userId: users.userId })
    .from(users)
    .where(
      and(
        eq(users.ownerId, ownerId),
        isNull(users.erasedAt),
        or(
          eq(users.userId, ownerId),
          and(eq(users.accountRole, 'accountant'), eq(users.enabled, true)),
        ),
      ),
    )
  await createNotices(
    tx,
    recipients.map(({ userId }) => ({
      ownerId,
      userId,
      type: 'fapiao',
      level,
      words,
      subjectId: id,
    })),
    now,
  )
  return words
}

/** The same by mail to the address of the request, which is empty once the account was deleted. */
export async function mailFapiao(
  tx: Db,
  { email }: LockedFapiao,
  words: Awaited<ReturnType<typeof notifyOfFapiao>>,
  file: { number: string; stored: StoredFile } | undefined,
  now: Date,
): Promise<void> {
  if (email === '') return
  if (!file) return queueMail(tx, { to: email, words }, now)
  const isAttached = file.stored.bytes.length <= businessLimits.fapiaos.mailedBytes
  const attachments = isAttached ? [toAttachment(file.number, file.stored)] : []
  const withFile = (lang: Lang) => ({
    ...words[lang],
    content: `${words[lang].content}\n${t(lang, isAttached ? 'fapiaoAttached' : 'fapiaoNotAttached')}`,
  })
  const letter = { to: email, words: { zh: withFile('zh'), en: withFile('en') }, attachments }
  return queueMail(tx, letter, now)
}

/** Topics of pages that show requests and notices. */
export const fapiaoTopics = ['fapiao', 'notice', 'orderByMemberGroup'] as const
