/** Asks a signed-in user for the own password again, with limited attempts. */
import { ApiError, reasonWith, type PlainReasonKey } from '#server/http/errors.ts'
import { and, eq, isNull } from 'drizzle-orm'
import { users } from '#server/features/accounts/table.ts'
import { recordSecurityEvent } from '#server/features/identity/security-events.ts'
import { clearAttempts, consumeAttempt } from '#server/http/limits/rate-limits.ts'
import type { SignedCall } from '#server/http/handler.ts'
import type { UserKey } from '#server/platform/db/columns.ts'
import { verifyPassword } from '#server/features/identity/passwords/hash-password.ts'

/** Attempts are limited as at sign-in; `maxDelay` is in seconds. */
const attemptLimits = { freeAttempts: 5, maxDelay: 900 }

/**
 * Re-authenticates before a sensitive change. Returns the hash of the verified password. Throws
 * ApiError `tooManyTries`, `wrongPassword` with the message of `reason`, or `sessionEnded` for a
 * user deleted meanwhile.
 */
export async function reauthenticate(
  call: SignedCall,
  typed: string,
  reason: PlainReasonKey,
): Promise<string> {
  const { db, me } = call
  return verifyOwnPassword(call, me, typed, reason, async () => {
    const [user] = await db
      .select({ passwordHash: users.passwordHash })
      .from(users)
      .where(
        and(eq(users.ownerId, me.ownerId), eq(users.userId, me.userId), isNull(users.erasedAt)),
      )
    return user?.passwordHash
  })
}

/**
 * Verifies the password of a customer or an operator; `findHash` returns undefined for a deleted
 * user.
 */
export async function verifyOwnPassword(
  call: Pick<SignedCall, 'db' | 'crypto' | 'clock' | 'ip' | 'settings'>,
  { ownerId, userId }: UserKey,
  typed: string,
  reason: PlainReasonKey,
  findHash: () => Promise<string | undefined>,
): Promise<string> {
  const { db, crypto, clock } = call
  const key = `password:${userId}`
  const seconds = await consumeAttempt(db, key, attemptLimits, clock())
  if (seconds > 0) throw new ApiError('tooManyTries', { seconds })
  const hash = await findHash()
  const isRight = await verifyPassword(crypto, hash, typed, { queue: 'signedIn', client: ownerId })
  if (hash === undefined) throw new ApiError('sessionEnded')
  if (!isRight) {
    await recordSecurityEvent(db, call, { ownerId, userId }, 'wrongOwnPassword')
    throw new ApiError('wrongPassword', { reason: reasonWith(reason, {}) })
  }
  await clearAttempts(db, [key])
  return hash
}
