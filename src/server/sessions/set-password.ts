/** A new password ends whatever was begun with the old one. */
import { and, eq, isNull } from 'drizzle-orm'
import type { Db } from '#server/db/open.ts'
import type { Who } from '#server/db/running-numbers.ts'
import { users } from '#server/db/schema.ts'
import { endSessionsOf } from '#server/sessions/store.ts'

/** Call it in a transaction. */
export async function setPassword(tx: Db, { ownerId, userId }: Who, passwordHash: string): Promise<void> {
  await tx
    .update(users)
    .set({ passwordHash })
    .where(and(eq(users.ownerId, ownerId), eq(users.userId, userId), isNull(users.erasedAt)))
  await endSessionsOf(tx, ownerId, [userId])
}
