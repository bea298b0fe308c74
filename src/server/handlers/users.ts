/** The signed-in user. */
import { and, eq, sql } from 'drizzle-orm'
import type { users as calls } from '#contract/users.ts'
import { users } from '#server/db/schema.ts'
import type { Handler } from '#server/handler.ts'
import { userOf } from '#server/queries/users.ts'
import { Refusal } from '#server/refusal.ts'

export const getUser: Handler<typeof calls.get> = async (_, { db, me, settings }) => {
  const user = await userOf(db, me, settings.timeZone)
  if (!user) throw new Refusal('sessionEnded')
  return user
}

export const updateUser: Handler<typeof calls.update> = async ({ nickname }, { db, me }) => {
  await db
    .update(users)
    .set({ nickname, version: sql`${users.version} + 1` })
    .where(and(eq(users.ownerId, me.ownerId), eq(users.userId, me.userId)))
  return null
}
