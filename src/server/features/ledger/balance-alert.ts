/** Alerts an owner whose balance falls below the chosen threshold. */
import { and, eq, sql } from 'drizzle-orm'
import { dropAlerts, endAlert, raiseAlert } from '#server/features/alerts/index.ts'
import type { Account } from '#server/features/ledger/lock-accounts.ts'
import { balanceAlerts, balances } from '#server/features/ledger/table.ts'
import type { Db } from '#server/platform/db/open.ts'
import { formatBilingual } from '#server/platform/messages.ts'

/**
 * Call on every change of the main account, in its transaction. Alerts when the balance crosses the
 * threshold downwards, and ends the alert when it is crossed upwards.
 */
export async function alertIfLow(
  tx: Db,
  { ownerId, before, after }: { ownerId: string; before: Account; after: Account },
  now: Date,
): Promise<void> {
  const threshold = before.lowChars
  if (threshold === null) return
  const [wasLow, isLow] = [before.chars < threshold, after.chars < threshold]
  if (wasLow === isLow) return
  const values = { who: after.name, left: after.chars, threshold }
  const alert = { ownerId, kind: 'lowBalance' } as const
  const data = { balanceChars: after.chars, thresholdChars: threshold }
  if (isLow) {
    const words = formatBilingual('lowBalance', values)
    await raiseAlert(tx, { ...alert, words, event: { event: 'balanceLow', data } }, now)
  } else {
    const words = formatBilingual('balanceRestored', values)
    await endAlert(tx, { ...alert, words, event: { event: 'balanceRestored', data } }, now)
  }
}

/** In billing by time there are no characters to run low. */
export async function dropLowBalanceAlert(tx: Db, ownerId: string, before: Account): Promise<void> {
  if (before.lowChars !== null && before.chars < before.lowChars)
    await dropAlerts(tx, { ownerId, kind: 'lowBalance' })
}

/** Threshold in characters; null: alert disabled. */
export async function findLowBalanceThreshold(db: Db, ownerId: string): Promise<number | null> {
  const [alert] = await db
    .select({ lowChars: balanceAlerts.lowChars })
    .from(balanceAlerts)
    .where(eq(balanceAlerts.ownerId, ownerId))
  return alert?.lowChars ?? null
}

/** An alert that is not true by the new threshold is forgotten. Call it in a transaction. */
export async function saveLowBalanceThreshold(
  tx: Db,
  ownerId: string,
  lowChars: number | null,
): Promise<void> {
  const isMain = and(eq(balances.ownerId, ownerId), eq(balances.userId, ownerId))
  // Balances are changed after their row is locked, so that none crosses the threshold meanwhile.
  const [main] = await tx
    .select({ chars: sql<number>`${balances.chars}::float8` })
    .from(balances)
    .where(isMain)
    .for('update')
  if (lowChars === null) await tx.delete(balanceAlerts).where(eq(balanceAlerts.ownerId, ownerId))
  else
    await tx
      .insert(balanceAlerts)
      .values({ ownerId, lowChars })
      .onConflictDoUpdate({ target: balanceAlerts.ownerId, set: { lowChars } })
  if (lowChars === null || (main?.chars ?? 0) >= lowChars)
    await dropAlerts(tx, { ownerId, kind: 'lowBalance' })
}
