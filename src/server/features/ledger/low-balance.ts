/** Low-balance alert: one notice and one mail per drop below the owner's threshold. */
import { and, eq } from 'drizzle-orm'
import type { Db } from '#server/platform/db/open.ts'
import { balanceAlerts, users } from '#server/schema.ts'
import { createNotice } from '#server/features/notifications/service.ts'
import { queueMail } from '#server/platform/mail/mail.ts'
import { inBothLanguages } from '#server/platform/messages.ts'

type State = { chars: number; name: string; lowChars: number | null }

/**
 * Call on every change of the main account, in its transaction. Alerts only when the balance
 * crosses the threshold downwards.
 */
export async function alertIfLow(
  tx: Db,
  { ownerId, before, after }: { ownerId: string; before: State; after: State },
  now: Date,
): Promise<void> {
  const low = before.lowChars
  if (low === null || before.chars < low || after.chars >= low) return
  const words = inBothLanguages('lowBalance', { who: after.name, left: after.chars, low })
  await createNotice(
    tx,
    { ownerId, userId: ownerId, type: 'lowBalance', level: 'warning', words },
    now,
  )
  const [owner] = await tx
    .select({ email: users.account })
    .from(users)
    .where(and(eq(users.ownerId, ownerId), eq(users.userId, ownerId)))
  if (owner?.email.includes('@')) await queueMail(tx, { to: owner.email, words }, now)
}

/** Threshold in characters; null: alert disabled. */
export async function lowBalanceOf(db: Db, ownerId: string): Promise<number | null> {
  const [set] = await db
    .select({ lowChars: balanceAlerts.lowChars })
    .from(balanceAlerts)
    .where(eq(balanceAlerts.ownerId, ownerId))
  return set?.lowChars ?? null
}

export async function setLowBalance(
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
