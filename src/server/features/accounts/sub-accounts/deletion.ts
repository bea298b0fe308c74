/** Deletes sub-accounts: reclaims quota, ends sessions, erases personal data. */
import { and, eq, inArray } from 'drizzle-orm'
import type { Db } from '#server/platform/db/open.ts'
import { loginNames, recoveryCodes, twoFactorSecrets, users } from '#server/schema.ts'
import { closeAccounts, lockAccounts } from '#server/features/ledger/service.ts'
import { transferOwnership } from '#server/features/workspace/service.ts'
import { recover } from '#server/features/ledger/transfers/service.ts'
import { endSessionsOf } from '#server/auth/sessions/service.ts'
import { isId } from '#server/platform/db/columns.ts'
import { reclaimAll } from '#server/features/ledger/transfers.ts'

/**
 * Atomic: reclaims quota to the main account, ends sessions and frees login names. User rows remain
 * without personal data, because the ledger refers to them. Requires a transaction. Throws ApiError
 * `notFound`.
 */
export async function deleteSubAccounts(
  tx: Db,
  ownerId: string,
  asked: readonly (string | number)[],
  now: Date,
): Promise<void> {
  const ids = [...new Set(asked.map(String))]
  const locked = await lockAccounts(tx, ownerId, [ownerId, ...ids.filter(isId)])
  await reclaimAll(tx, locked, ids, now)
  await closeAccounts(tx, locked, ids, now)
  await erase(tx, ownerId, ids, now)
}

/**
 * Updates users first: a sign-in in progress locks that row, and its session has to exist to be
 * ended. Users are locked before sessions everywhere, which prevents deadlocks.
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
