/** Changes a password and ends the user's sessions. */
import { and, eq, isNull } from 'drizzle-orm'
import type { Db } from '#server/platform/db/open.ts'
import type { UserKey } from '#server/platform/user-key.ts'

import { users } from '#server/platform/db/schema.ts'
import { ApiError } from '#server/http/errors.ts'
import { endSessionsOf } from '#server/auth/sessions/service.ts'

/**
 * Call it in a transaction. `instead`: expected current hash; throws ApiError `sessionEnded` if it
 * was changed meanwhile.
 */
export async function setPassword(
  tx: Db,
  { ownerId, userId }: UserKey,
  passwordHash: string,
  instead?: string,
): Promise<void> {
  const known = instead === undefined ? undefined : eq(users.passwordHash, instead)
  const set = await tx
    .update(users)
    .set({ passwordHash })
    .where(and(eq(users.ownerId, ownerId), eq(users.userId, userId), isNull(users.erasedAt), known))
    .returning({ userId: users.userId })
  if (set.length === 0 && known) throw new ApiError('sessionEnded')
  await endSessionsOf(tx, ownerId, [userId])
}
