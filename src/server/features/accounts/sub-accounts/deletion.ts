/**
 * Deleting sub-accounts: their quota goes home, nobody can sign in by them, and nothing personal
 * stays.
 */
import { and, eq, inArray } from 'drizzle-orm'
import type { Db } from '#server/platform/db/open.ts'
import { loginNames, recoveryCodes, twoFactorSecrets, users } from '#server/platform/db/schema.ts'
import { closeAccounts } from '#server/features/ledger/service.ts'
import { transferOwnership } from '#server/features/workspace/transfer-ownership.ts'
import { recover } from '#server/features/ledger/transfers.ts'
import { endSessionsOf } from '#server/auth/sessions/service.ts'

/**
 * All or none: quota returns to the main account, sessions end, login names are free again.
 * Rows stay, without personal data, because the ledger leads to them. Call it in a transaction.
 * Throws ApiError `notFound`.
 */
export async function deleteSubAccounts(
  tx: Db,
  ownerId: string,
  asked: readonly (string | number)[],
  now: Date,
): Promise<void> {
  const ids = [...new Set(asked.map(String))]
  const locked = await recover(tx, ownerId, ids, now)
  await closeAccounts(tx, locked, ids, now)
  await erase(tx, ownerId, ids, now)
}

/**
 * The row first: a sign-in that is under way holds it, and its session has to be there to be ended.
 * The users come before their sessions, as wherever both are changed: so nobody waits for each
 * other.
 */
async function erase(tx: Db, ownerId: string, ids: string[], now: Date): Promise<void> {
  await tx
    .update(users)
    .set({ account: '', nickname: null, passwordHash: '', enabled: false, erasedAt: now })
    .where(and(eq(users.ownerId, ownerId), inArray(users.userId, ids)))
  await endSessionsOf(tx, ownerId, ids)
  await transferOwnership(tx, ownerId, ids, now)
  await tx
    .delete(twoFactorSecrets)
    .where(and(eq(twoFactorSecrets.ownerId, ownerId), inArray(twoFactorSecrets.userId, ids)))
  await tx
    .delete(recoveryCodes)
    .where(and(eq(recoveryCodes.ownerId, ownerId), inArray(recoveryCodes.userId, ids)))
  await tx
    .delete(loginNames)
    .where(and(eq(loginNames.ownerId, ownerId), inArray(loginNames.userId, ids)))
}
