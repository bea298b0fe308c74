/** Handlers of the signed-in user’s profile and the cancellation of the account. */
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { ParsedInputOf } from '#contract/endpoint.ts'
import type { users as calls } from '#contract/users.ts'
import { users } from '#server/features/accounts/table.ts'
import { cancelAccount } from '#server/features/accounts/cancellation/cancel-account.ts'
import { reauthenticate } from '#server/features/identity/index.ts'
import { externalHandler, type Handler } from '#server/http/handler.ts'
import { readUser } from '#server/features/accounts/read-user.ts'
import { ApiError } from '#server/http/errors.ts'

export const getUser: Handler<typeof calls.get> = async (_, { db, me, settings }) => {
  const user = await readUser(db, me, settings.timeZone)
  if (!user) throw new ApiError('sessionEnded')
  if (!me.view || me.userId === me.ownerId) return user
  // Support sees what the sub-account allowed, without what its role does for the main account.
  return { ...user, accountRole: 'member', mainBalance: null, createChildUser: 0 }
}

/** Each input of the call is a column, or this does not compile. */
type Profile = Pick<typeof users.$inferInsert, keyof ParsedInputOf<typeof calls.update>>

export const updateUser: Handler<typeof calls.update> = async (profile: Profile, { db, me }) => {
  await db
    .update(users)
    .set({ ...profile, version: sql`${users.version} + 1` })
    .where(and(eq(users.ownerId, me.ownerId), eq(users.userId, me.userId), isNull(users.erasedAt)))
  return null
}

/** External, because it queries the gateways of orders that await payment. */
export const cancelUser = externalHandler<typeof calls.cancel>(async ({ userPassword }, call) => {
  await reauthenticate(call, userPassword, 'wrongOwnPassword')
  await cancelAccount(call, call.me.ownerId, (tx) => call.storeResponse(tx, null))
  return null
})
