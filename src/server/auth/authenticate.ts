/** Lets a signed request in as the user whose session it is, or refuses it with 700 or 701. */
import { expiredStatus } from '#contract/limits.ts'
import { personById } from '#server/auth/sign-in.ts'
import { Refusal } from '#server/http/errors.ts'
import type { Services } from '#server/dependencies.ts'
import { batched } from '#server/auth/sessions/batch.ts'
import type { Me } from '#server/auth/current-user.ts'
import { isInTime, isSignedRight, readSignature, tokenHash } from '#server/auth/signature.ts'
import { isAlive, noteUse, sessionsByToken } from '#server/auth/sessions/service.ts'

export type Gate = (header: (name: string) => string | undefined) => Promise<Me>

/**
 * Throws Refusal `sessionEnded` (700) for anything but a right signature of a living session,
 * `clockWrong` (700) when only its time stamp is off, `accountDisabled` (701) when its user was
 * shut out.
 */
export function sessionGate({ db, reads, crypto, clock }: Services): Gate {
  const find = batched((hashes: string[]) => sessionsByToken(reads, hashes), 64)
  return async (header) => {
    const signature = readSignature(header)
    if (!signature || !isSignedRight(signature, crypto)) throw new Refusal('sessionEnded')
    const session = await find(tokenHash(signature.token, crypto))
    const now = clock()
    if (!session || !isAlive(session, now)) throw new Refusal('sessionEnded')
    if (session.disabled) {
      const isSuspended = (await personById(db, session))?.isSuspended ?? false
      throw new Refusal('accountDisabled', {
        status: expiredStatus.disabled,
        ...(isSuspended && { because: { reason: 'suspended', values: {} } }),
      })
    }
    if (!isInTime(signature, now)) throw new Refusal('clockWrong')
    await noteUse(db, session, now)
    const { ownerId, userId, tokenHash: hash, clientType } = session
    return { ownerId, userId, tokenHash: hash, clientType, sign: signature.sign }
  }
}
