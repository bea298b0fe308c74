/** Tells main accounts of requests for quota, and sub-accounts what became of theirs. */
import { and, eq, sql } from 'drizzle-orm'
import { users } from '#server/features/accounts/table.ts'
import type { QuotaAmounts } from '#server/features/ledger/index.ts'
import { createNotice } from '#server/features/notifications/index.ts'
import type { OpenRequest } from '#server/features/quota-requests/open-request.ts'
import type { SignedCall } from '#server/http/handler.ts'
import type { UserKey } from '#server/platform/db/columns.ts'
import type { Db } from '#server/platform/db/open.ts'
import { queueMail } from '#server/platform/mail/mail.ts'
import { formatBilingual, formatQuota, t } from '#server/platform/messages.ts'

type Text = string | null | undefined

/** By notice and mail. */
export async function notifyOwner(
  call: SignedCall,
  { requestId, asked, reason }: { requestId: string; asked: QuotaAmounts; reason: Text },
  now: Date,
): Promise<void> {
  const { db, me, settings } = call
  const owner = { ownerId: me.ownerId, userId: me.ownerId }
  const who = (await readWho(db, me)).name
  const words = formatBilingual('quotaAsked', (lang) => ({
    who,
    quota: formatQuota(lang, asked),
    reason: reason ? t(lang, 'quotaAsked.reason', { reason }) : '',
  }))
  const notice = { ...owner, type: 'quotaAsked', level: 'info', words } as const
  await createNotice(db, { ...notice, subjectId: requestId }, now)
  const { account } = await readWho(db, owner)
  if (account.includes('@'))
    await queueMail(db, { to: account, words, ...linkTo(settings, requestId) }, now)
  announceNotices(call)
}

/** The page of open requests at this one, where the public address of the site is known. */
const linkTo = ({ publicUrl }: SignedCall['settings'], requestId: string) =>
  publicUrl === undefined
    ? {}
    : {
        link: {
          url: new URL(`/UserCenterQuotaRequests?state=open#${requestId}`, publicUrl).href,
          label: { zh: t('zh', 'quotaAsked.open'), en: t('en', 'quotaAsked.open') },
        },
      }

/** `granted`: undefined if the request was declined. */
export async function notifyAsker(
  call: SignedCall,
  { ownerId, userId }: OpenRequest,
  { granted, answer }: { granted?: QuotaAmounts; answer: Text },
  now: Date,
): Promise<void> {
  const { db } = call
  const type = granted ? 'quotaGranted' : 'quotaDeclined'
  const words = formatBilingual(type, (lang) => ({
    quota: granted ? formatQuota(lang, granted) : '',
    answer: answer ? t(lang, 'quotaAsked.answer', { answer }) : '',
  }))
  await createNotice(db, { ownerId, userId, type, level: 'info', words }, now)
  announceNotices(call)
}

/** Open pages of the account group load their notices again. */
export const announceNotices = ({ me: { ownerId }, events, afterCommit }: SignedCall) =>
  afterCommit(() => events.publish({ ownerId, about: ['notice'] }))

/** Login name of a user, and the name by which the account group knows the person. */
async function readWho(
  db: Db,
  { ownerId, userId }: UserKey,
): Promise<{ account: string; name: string }> {
  const [user] = await db
    .select({
      account: users.account,
      name: sql<string>`coalesce(nullif(${users.nickname}, ''), ${users.account})`,
    })
    .from(users)
    .where(and(eq(users.ownerId, ownerId), eq(users.userId, userId)))
  return user ?? { account: '', name: '' }
}
