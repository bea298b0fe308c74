/** Tells sub-accounts that they got quota. */
import type { QuotaAmounts } from '#server/features/ledger/lock-accounts.ts'
import { createNotices } from '#server/features/notifications/index.ts'
import type { SignedCall } from '#server/http/handler.ts'
import { formatBilingual, formatQuota } from '#server/platform/messages.ts'

/** `from`: name of the main account. In the transaction of the distribution. */
export async function notifyOfQuota(
  { db, me: { ownerId }, clock, events, afterCommit }: SignedCall,
  from: string,
  given: ReadonlyMap<string, QuotaAmounts>,
): Promise<void> {
  const format = (amounts: QuotaAmounts) =>
    formatBilingual('received', (lang) => ({ from, quota: formatQuota(lang, amounts) }))
  const wordsByAmounts = new Map<string, ReturnType<typeof format>>()
  const notices = [...given].map(([userId, amounts]) => {
    const key = `${amounts.chars} ${amounts.voices} ${amounts.images}`
    const words = wordsByAmounts.get(key) ?? format(amounts)
    wordsByAmounts.set(key, words)
    return { ownerId, userId, type: 'received' as const, level: 'info' as const, words }
  })
  await createNotices(db, notices, clock())
  afterCommit(() => events.publish({ ownerId, about: ['notice'] }))
}
