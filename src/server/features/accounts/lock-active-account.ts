/** Locks a main account that has not been cancelled. */
import { and, eq, isNull } from 'drizzle-orm'
import type { Db } from '#server/platform/db/open.ts'
import { balances } from '#server/features/ledger/table.ts'
import { ApiError } from '#server/http/errors.ts'

/**
 * Takes a share lock on the main account to the end of the transaction, so that it can't be
 * cancelled; share locks don't exclude each other. Call it before taking other locks. Throws
 * ApiError `sessionEnded` if the account is cancelled.
 */
export async function lockActiveAccount(tx: Db, ownerId: string): Promise<void> {
  const [open] = await tx
    .select({ ownerId: balances.ownerId })
    .from(balances)
    .where(
      and(eq(balances.ownerId, ownerId), eq(balances.userId, ownerId), isNull(balances.closedAt)),
    )
    .for('share')
  if (!open) throw new ApiError('sessionEnded')
}
