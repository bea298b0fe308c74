/** The signed-in user. */
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { users as calls } from '#contract/users.ts'
import { users } from '#server/db/schema.ts'
import { cancelAccount } from '#server/domain/cancellation/cancel.ts'
import { checkOwnPassword } from '#server/domain/own-password.ts'
import { hashPassword } from '#server/domain/passwords.ts'
import { recordSecurityEvent } from '#server/domain/security-events.ts'
import { tellSafety } from '#server/domain/tell-safety.ts'
import { outside, type Handler } from '#server/handler.ts'
import { userOf } from '#server/queries/users.ts'
import { Refusal } from '#server/refusal.ts'
import { setPassword } from '#server/sessions/set-password.ts'

export const getUser: Handler<typeof calls.get> = async (_, { db, me, settings }) => {
  const user = await userOf(db, me, settings.timeZone)
  if (!user) throw new Refusal('sessionEnded')
  return user
}

export const changePassword: Handler<typeof calls.changePassword> = async (
  { oldPassword, password },
  call,
) => {
  const { db, me, crypto, clock } = call
  const known = await checkOwnPassword(call, oldPassword, 'wrongOldPassword')
  const passwordHash = await hashPassword(crypto, password, { lane: 'signedIn', by: me.ownerId })
  await db.transaction(async (tx) => {
    await setPassword(tx, me, passwordHash, known)
    await recordSecurityEvent(tx, call, me, 'passwordChanged')
    await tellSafety(tx, me, 'passwordChanged', clock())
  })
  return null
}

export const updateUser: Handler<typeof calls.update> = async ({ nickname }, { db, me }) => {
  await db
    .update(users)
    .set({ nickname, version: sql`${users.version} + 1` })
    .where(and(eq(users.ownerId, me.ownerId), eq(users.userId, me.userId), isNull(users.erasedAt)))
  return null
}

/** It asks the gateways about orders that await payment. */
export const cancelUser = outside<typeof calls.cancel>(async ({ userPassword }, call) => {
  await checkOwnPassword(call, userPassword, 'wrongOwnPassword')
  await cancelAccount(call, call.me.ownerId, (tx) => call.answerIn(tx, null))
  return null
})
