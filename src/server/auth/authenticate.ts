/** Authenticates a signed request by its session, or refuses it with 700 or 701. */
import { expiredStatus } from '#contract/limits.ts'
import { personById } from '#server/auth/sign-in.ts'
import { ApiError } from '#server/http/errors.ts'
import type { Dependencies } from '#server/dependencies.ts'
import { batched } from '#server/auth/sessions/batch.ts'
import type { CurrentUser } from '#server/auth/current-user.ts'
import {
  isTimestampValid,
  isSignatureValid,
  readSignature,
  tokenHash,
} from '#server/auth/signature.ts'
import { isAlive, touchSession, sessionsByToken } from '#server/auth/sessions/service.ts'

export type Authenticate = (header: (name: string) => string | undefined) => Promise<CurrentUser>

/**
 * Throws ApiError `sessionEnded` (700) without a valid signature of a live session, `clockWrong`
 * (700) if only the timestamp is off, and `accountDisabled` (701) if the user is blocked.
 */
export function sessionAuthenticator({ db, reads, crypto, clock }: Dependencies): Authenticate {
  const find = batched((hashes: string[]) => sessionsByToken(reads, hashes), 64)
  return async (header) => {
    const signature = readSignature(header)
    if (!signature || !isSignatureValid(signature, crypto)) throw new ApiError('sessionEnded')
    const session = await find(tokenHash(signature.token, crypto))
    const now = clock()
    if (!session || !isAlive(session, now)) throw new ApiError('sessionEnded')
    if (session.disabled) {
      const isSuspended = (await personById(db, session))?.isSuspended ?? false
      throw new ApiError('accountDisabled', {
        status: expiredStatus.disabled,
        ...(isSuspended && { because: { reason: 'suspended', values: {} } }),
      })
    }
    if (!isTimestampValid(signature, now)) throw new ApiError('clockWrong')
    await touchSession(db, session, now)
    const { ownerId, userId, tokenHash: hash, clientType } = session
    return { ownerId, userId, tokenHash: hash, clientType, sign: signature.sign }
  }
}
