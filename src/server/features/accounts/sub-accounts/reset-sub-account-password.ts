/** Gives a sub-account another password, chosen by its main account. */
import type { Db } from '#server/platform/db/open.ts'
import { users } from '#server/features/accounts/table.ts'
import { isSubAccountOf } from '#server/features/accounts/sub-accounts/queries.ts'
import { ApiError } from '#server/http/errors.ts'
import { endSessionsOf } from '#server/features/identity/index.ts'

/** Throws ApiError `notFound`. */
export async function refuseUnknownSubAccount(
  db: Db,
  ownerId: string,
  userId: string | number,
): Promise<void> {
  const found = await db
    .select({ userId: users.userId })
    .from(users)
    .where(isSubAccountOf(ownerId, userId))
  if (found.length === 0) throw new ApiError('notFound')
}

/**
 * Sets a password and ends the sub-account's sessions. Requires a transaction. Throws ApiError
 * `notFound`.
 */
export async function resetSubAccountPassword(
  tx: Db,
  ownerId: string,
  userId: string | number,
  passwordHash: string,
): Promise<void> {
  const [user] = await tx
    .update(users)
    .set({ passwordHash })
    .where(isSubAccountOf(ownerId, userId))
    .returning({ userId: users.userId })
  if (!user) throw new ApiError('notFound')
  await endSessionsOf(tx, ownerId, [user.userId])
}
