/**
 * Whoever is signed in proves to be its user by the password, before what a stranger at an open
 * screen must not do.
 */
import { and, eq, isNull } from 'drizzle-orm'
import { users } from '#server/platform/db/schema.ts'
import { isPassword } from '#server/auth/passwords.ts'
import { recordSecurityEvent } from '#server/auth/security-events.ts'
import { forgetTries, takeTry } from '#server/auth/throttle.ts'
import type { SignedCall } from '#server/http/handler.ts'
import { Refusal, type Because } from '#server/http/errors.ts'

/** Guessing is as slow here as it is at the door. */
const tries = { free: 5, most: 900 }

/**
 * Tells the hash of the password that was right. Throws Refusal `tooManyTries`, `wrongPassword`
 * with the sentence of `reason`, or `sessionEnded` for a user who has just been deleted.
 */
export async function checkOwnPassword(
  call: SignedCall,
  typed: string,
  reason: Because['reason'],
): Promise<string> {
  const { db, me, crypto, clock } = call
  const key = `password:${me.userId}`
  const seconds = await takeTry(db, key, tries, clock())
  if (seconds > 0) throw new Refusal('tooManyTries', { seconds })
  const [user] = await db
    .select({ passwordHash: users.passwordHash })
    .from(users)
    .where(and(eq(users.ownerId, me.ownerId), eq(users.userId, me.userId), isNull(users.erasedAt)))
  const right = await isPassword(crypto, user?.passwordHash, typed, {
    lane: 'signedIn',
    by: me.ownerId,
  })
  if (!user) throw new Refusal('sessionEnded')
  if (!right) {
    await recordSecurityEvent(db, call, me, 'wrongOwnPassword')
    throw new Refusal('wrongPassword', { because: { reason, values: {} } })
  }
  await forgetTries(db, [key])
  return user.passwordHash
}
