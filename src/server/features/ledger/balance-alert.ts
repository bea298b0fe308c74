/** Alerts an owner whose balance falls below the chosen threshold. */
import { and, eq } from 'drizzle-orm'
import { dropAlerts, endAlert, raiseAlert } from '#server/features/alerts/index.ts'
import { users } from '#server/features/accounts/table.ts'
import { lockAccounts, type Account } from '#server/features/ledger/lock-accounts.ts'
import { balanceAlerts } from '#server/features/ledger/table.ts'
import { memberGroups } from '#server/features/packages/table.ts'
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
  const { lowChars } = before
  if (lowChars === null) return
  const [wasLow, isLow] = [before.chars < lowChars, after.chars < lowChars]
  if (wasLow === isLow) return
  if (isLow) return raiseIfLow(tx, after, now)
  const words = formatBilingual('balanceRestored', wordsOf(after, lowChars))
  const event = { event: 'balanceRestored', data: dataOf(after, lowChars) } as const
  await endAlert(tx, { ownerId, kind: 'lowBalance', words, event }, now)
}

/** Also where no threshold is crossed: at a new threshold, and at a return to billing by characters. */
export async function raiseIfLow(tx: Db, main: Account, now: Date): Promise<void> {
  const { userId: ownerId, lowChars } = main
  if (lowChars === null || main.chars >= lowChars) return
  const words = formatBilingual('lowBalance', wordsOf(main, lowChars))
  const event = { event: 'balanceLow', data: dataOf(main, lowChars) } as const
  await raiseAlert(tx, { ownerId, kind: 'lowBalance', words, event }, now)
}

const wordsOf = ({ name, chars }: Account, threshold: number) => ({
  who: name,
  left: chars,
  threshold,
})
const dataOf = ({ chars }: Account, threshold: number) => ({
  balanceChars: chars,
  thresholdChars: threshold,
})

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

/**
 * Alerts at once if the balance is below the new threshold, and forgets an alert that is not true by
 * it. Call it in a transaction.
 */
export async function saveLowBalanceThreshold(
  tx: Db,
  ownerId: string,
  lowChars: number | null,
  now: Date,
): Promise<void> {
  // Balances are changed after their row is locked, so that none crosses the threshold meanwhile.
  const main = (await lockAccounts(tx, ownerId, [ownerId])).get(ownerId)
  if (lowChars === null) await tx.delete(balanceAlerts).where(eq(balanceAlerts.ownerId, ownerId))
  else
    await tx
      .insert(balanceAlerts)
      .values({ ownerId, lowChars })
      .onConflictDoUpdate({ target: balanceAlerts.ownerId, set: { lowChars } })
  if (lowChars === null || main.chars >= lowChars)
    await dropAlerts(tx, { ownerId, kind: 'lowBalance' })
  else if (await isByChars(tx, ownerId)) await raiseIfLow(tx, { ...main, lowChars }, now)
}

/** The membership is changed under the lock of the main account’s balance. */
async function isByChars(tx: Db, ownerId: string): Promise<boolean> {
  const [membership] = await tx
    .select({ mode: memberGroups.billingMode })
    .from(users)
    .innerJoin(memberGroups, eq(memberGroups.id, users.memberGroupId))
    .where(and(eq(users.ownerId, ownerId), eq(users.userId, ownerId)))
  return membership?.mode === 'char'
}
