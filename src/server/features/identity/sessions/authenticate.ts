/** Authenticates a signed request by its session, or refuses it with 700 or 701. */
import { expiredStatus } from '#contract/limits.ts'
import { isInNetworks } from '#server/platform/client-network.ts'
import { findPerson } from '#server/features/identity/sign-in/sign-in.ts'
import { ApiError } from '#server/http/errors.ts'
import { createBatcher } from '#server/platform/db/batcher.ts'
import type { Dependencies } from '#server/dependencies.ts'
import type { CurrentUser } from '#server/http/current-user.ts'
import {
  isAlive,
  touchSession,
  findSessionsByToken,
} from '#server/features/identity/sessions/find-session.ts'
import {
  isTimestampValid,
  isSignatureValid,
  readSignature,
  hashToken,
  type ReadHeader,
} from '#server/http/signature.ts'

const maxSessionsPerRead = 64

/** `ip`: the client's address. */
export type Authenticate = (header: ReadHeader, ip: string) => Promise<CurrentUser>

/**
 * Throws ApiError `sessionEnded` (700) without a valid signature of a live session, and for a
 * session of support outside of the operators' networks, `clockWrong` (700) if only the timestamp
 * is off, and `accountDisabled` (701) if the user is blocked.
 */
export function createSessionAuthenticator({
  db,
  reads,
  crypto,
  clock,
  settings: { operatorNetworks },
}: Dependencies): Authenticate {
  const find = createBatcher(
    (hashes: string[]) => findSessionsByToken(reads, hashes),
    maxSessionsPerRead,
  )
  return async (header, ip) => {
    const signature = readSignature(header)
    if (!signature || !isSignatureValid(signature, crypto)) throw new ApiError('sessionEnded')
    const session = await find(hashToken(signature.token, crypto))
    const now = clock()
    if (!session || !isAlive(session, now)) throw new ApiError('sessionEnded')
    const isOfSupport = session.viewId !== null
    if (isOfSupport && operatorNetworks && !isInNetworks(ip, operatorNetworks))
      throw new ApiError('sessionEnded')
    if (session.isDisabled) {
      const person = await findPerson(db, session)
      throw new ApiError('accountDisabled', {
        status: expiredStatus.disabled,
        ...(person?.isSuspended && { reason: { key: 'suspended', values: {} } }),
      })
    }
    if (!isTimestampValid(signature, now)) throw new ApiError('clockWrong')
    await touchSession(db, session, now)
    const { ownerId, userId, tokenHash, clientType } = session
    const me = { ownerId, userId, tokenHash, clientType, sign: signature.sign }
    return session.viewId === null
      ? me
      : { ...me, view: { id: Number(session.viewId), operatorId: session.viewerId } }
  }
}
