/** Re-authenticates with the password before a sensitive change. */
import { and, eq, isNull } from 'drizzle-orm'
import { users } from '#server/platform/db/schema.ts'
import { isPassword } from '#server/auth/passwords.ts'
import { recordSecurityEvent } from '#server/auth/security-events.ts'
import { clearAttempts, consumeAttempt } from '#server/auth/throttle.ts'
import type { SignedCall } from '#server/http/handler.ts'
import { ApiError, type ErrorReason } from '#server/http/errors.ts'

/** Guessing is throttled as at sign-in; `most` is the longest delay in seconds. */
const tries = { free: 5, most: 900 }

/**
 * Returns the hash of the verified password. Throws ApiError `tooManyTries`, `wrongPassword` with
 * the message of `reason`, or `sessionEnded` for a user deleted meanwhile.
 */
export async function reauthenticate(
  call: SignedCall,
  typed: string,
  reason: ErrorReason['reason'],
): Promise<string> {
  const { db, me, crypto, clock } = call
  const key = `password:${me.userId}`
  const seconds = await consumeAttempt(db, key, tries, clock())
  if (seconds > 0) throw new ApiError('tooManyTries', { seconds })
  const [user] = await db
    .select({ passwordHash: users.passwordHash })
    .from(users)
    .where(and(eq(users.ownerId, me.ownerId), eq(users.userId, me.userId), isNull(users.erasedAt)))
  const right = await isPassword(crypto, user?.passwordHash, typed, {
    lane: 'signedIn',
    by: me.ownerId,
  })
  if (!user) throw new ApiError('sessionEnded')
  if (!right) {
    await recordSecurityEvent(db, call, me, 'wrongOwnPassword')
    throw new ApiError('wrongPassword', { because: { reason, values: {} } })
  }
  await clearAttempts(db, [key])
  return user.passwordHash
}
