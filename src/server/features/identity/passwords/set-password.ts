/** Stores another password and ends the sessions that began with the former one. */
import { ApiError } from '#server/http/errors.ts'
import { and, eq, isNull } from 'drizzle-orm'
import { users } from '#server/features/accounts/table.ts'
import type { Db } from '#server/platform/db/open.ts'
import type { UserKey } from '#server/platform/db/columns.ts'
import { endSessionsOf } from '#server/features/identity/sessions/end-sessions.ts'

/**
 * Changes the password and ends the user's sessions. Call it in a transaction. Throws ApiError
 * `sessionEnded` if the current hash is not `expectedHash`, because it was changed meanwhile.
 */
export async function setPassword(
  tx: Db,
  { ownerId, userId }: UserKey,
  passwordHash: string,
  expectedHash?: string,
): Promise<void> {
  const hasExpectedHash =
    expectedHash === undefined ? undefined : eq(users.passwordHash, expectedHash)
  const updated = await tx
    .update(users)
    .set({ passwordHash })
    .where(
      and(
        eq(users.ownerId, ownerId),
        eq(users.userId, userId),
        isNull(users.erasedAt),
        hasExpectedHash,
      ),
    )
    .returning({ userId: users.userId })
  if (updated.length === 0 && hasExpectedHash) throw new ApiError('sessionEnded')
  await endSessionsOf(tx, ownerId, [userId])
}
