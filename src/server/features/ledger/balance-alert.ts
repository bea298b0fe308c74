/** Informs a user whose balance falls below the chosen threshold. */
import type { Db } from '#server/platform/db/open.ts'
import { users } from '#server/features/accounts/table.ts'
import { balanceAlerts } from '#server/features/ledger/table.ts'
import { and, eq } from 'drizzle-orm'
import { createNotice } from '#server/features/notifications/index.ts'
import { recordEvent } from '#server/features/webhooks/index.ts'
import { queueMail } from '#server/platform/mail/mail.ts'
import { formatBilingual } from '#server/platform/messages.ts'
import type { Account } from '#server/features/ledger/lock-accounts.ts'

/**
 * Call on every change of the main account, in its transaction. Alerts only when the balance
 * crosses the threshold downwards.
 */
export async function alertIfLow(
  tx: Db,
  { ownerId, before, after }: { ownerId: string; before: Account; after: Account },
  now: Date,
): Promise<void> {
  const threshold = before.lowChars
  if (threshold === null || before.chars < threshold || after.chars >= threshold) return
  const words = formatBilingual('lowBalance', {
    who: after.name,
    left: after.chars,
    threshold,
  })
  await createNotice(
    tx,
    { ownerId, userId: ownerId, type: 'lowBalance', level: 'warning', words },
    now,
  )
  await recordEvent(
    tx,
    ownerId,
    { event: 'balanceLow', data: { balanceChars: after.chars, thresholdChars: threshold } },
    now,
  )
  const [owner] = await tx
    .select({ email: users.account })
    .from(users)
    .where(and(eq(users.ownerId, ownerId), eq(users.userId, ownerId)))
  if (owner?.email.includes('@')) await queueMail(tx, { to: owner.email, words }, now)
}

/** Threshold in characters; null: alert disabled. */
export async function findLowBalanceThreshold(db: Db, ownerId: string): Promise<number | null> {
  const [alert] = await db
    .select({ lowChars: balanceAlerts.lowChars })
    .from(balanceAlerts)
    .where(eq(balanceAlerts.ownerId, ownerId))
  return alert?.lowChars ?? null
}

export async function saveLowBalanceThreshold(
  db: Db,
  ownerId: string,
  lowChars: number | null,
): Promise<void> {
  if (lowChars === null) await db.delete(balanceAlerts).where(eq(balanceAlerts.ownerId, ownerId))
  else
    await db
      .insert(balanceAlerts)
      .values({ ownerId, lowChars })
      .onConflictDoUpdate({ target: balanceAlerts.ownerId, set: { lowChars } })
}
