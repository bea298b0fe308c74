/** Tells main accounts of requests for quota, and sub-accounts what became of theirs. */
import { and, eq, sql } from 'drizzle-orm'
import { findRoleHolders, readAccountRole } from '#server/features/accounts/index.ts'
import { users } from '#server/features/accounts/table.ts'
import type { QuotaAmounts } from '#server/features/ledger/index.ts'
import { raiseAlert } from '#server/features/alerts/index.ts'
import { createNotice, createNotices } from '#server/features/notifications/index.ts'
import type { OpenRequest } from '#server/features/quota-requests/open-request.ts'
import type { SignedCall } from '#server/http/handler.ts'
import type { UserKey } from '#server/platform/db/columns.ts'
import type { Db } from '#server/platform/db/open.ts'
import { formatBilingual, formatQuota, t } from '#server/platform/messages.ts'

type Text = string | null | undefined

/**
 * Raises the alert of a request that waits for the owner. Deputies get the notice too, unless the
 * sub-account has a role: only the owner gives quota to those.
 */
export async function notifyOwner(
  call: SignedCall,
  { requestId, asked, reason }: { requestId: string; asked: QuotaAmounts; reason: Text },
  now: Date,
): Promise<void> {
  const { db, me } = call
  const { ownerId, userId } = me
  const who = await readName(db, me)
  const words = formatBilingual('quotaAsked', (lang) => ({
    who,
    quota: formatQuota(lang, asked),
    reason: reason ? t(lang, 'quotaAsked.reason', { reason }) : '',
  }))
  const data = { requestId, userId, name: who, ...asked, reason: reason ?? null }
  const event = { event: 'quotaRequested', data } as const
  const alert = { ownerId, kind: 'quotaAsked', subjectId: requestId, level: 'info' } as const
  await raiseAlert(db, { ...alert, words, event }, now)
  const deputies = await findRoleHolders(db, ownerId, 'deputy')
  const answering = (await readAccountRole(call.reads, me)) === null ? deputies : []
  const notice = {
    ownerId,
    type: 'quotaAsked',
    level: 'info',
    words,
    subjectId: requestId,
  } as const
  await createNotices(
    db,
    answering.map((deputy) => ({ ...notice, userId: deputy })),
    now,
  )
  announceNotices(call)
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

/** The name by which the account group knows a person. */
async function readName(db: Db, { ownerId, userId }: UserKey): Promise<string> {
  const [user] = await db
    .select({ name: sql<string>`coalesce(nullif(${users.nickname}, ''), ${users.account})` })
    .from(users)
    .where(and(eq(users.ownerId, ownerId), eq(users.userId, userId)))
  return user?.name ?? ''
}
