/** The signed-in user. */
import { and, eq, sql } from 'drizzle-orm'
import type { users as calls } from '#contract/users.ts'
import { users } from '#server/db/schema.ts'
import { hashPassword, isPassword } from '#server/domain/passwords.ts'
import { forgetTries, takeTry } from '#server/domain/throttle.ts'
import type { Handler } from '#server/handler.ts'
import { userOf } from '#server/queries/users.ts'
import { Refusal } from '#server/refusal.ts'
import { setPassword } from '#server/sessions/set-password.ts'

export const getUser: Handler<typeof calls.get> = async (_, { db, me, settings }) => {
  const user = await userOf(db, me, settings.timeZone)
  if (!user) throw new Refusal('sessionEnded')
  return user
}

/** Guessing the old one is as slow here as it is at the door. */
const tries = { free: 5, most: 900 }

export const changePassword: Handler<typeof calls.changePassword> = async ({ oldPassword, password }, { db, me, crypto, clock }) => {
  const key = `password:${me.userId}`
  const seconds = await takeTry(db, key, tries, clock())
  if (seconds > 0) throw new Refusal('tooManyTries', { seconds })
  const mine = and(eq(users.ownerId, me.ownerId), eq(users.userId, me.userId))
  const [user] = await db.select({ passwordHash: users.passwordHash }).from(users).where(mine)
  if (!(await isPassword(crypto, user?.passwordHash, oldPassword)))
    throw new Refusal('wrongPassword', { because: { reason: 'wrongOldPassword', values: {} } })
  const passwordHash = await hashPassword(crypto, password)
  await forgetTries(db, [key])
  await db.transaction((tx) => setPassword(tx, me, passwordHash))
  return null
}

export const updateUser: Handler<typeof calls.update> = async ({ nickname }, { db, me }) => {
  await db
    .update(users)
    .set({ nickname, version: sql`${users.version} + 1` })
    .where(and(eq(users.ownerId, me.ownerId), eq(users.userId, me.userId)))
  return null
}
