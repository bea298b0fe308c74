/**
 * What is given to an account while it is being cancelled would be left behind by the erasure:
 * whoever adds something to it waits here.
 */
import { and, eq, isNull } from 'drizzle-orm'
import type { Db } from '#server/platform/db/open.ts'
import { balances } from '#server/platform/db/schema.ts'
import { ApiError } from '#server/http/errors.ts'

/**
 * Keeps the main account from being cancelled until the transaction ends. Call it before other
 * locks are taken; two may do so at a time. Throws ApiError `sessionEnded` when it has been
 * cancelled.
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
