/** Who sends a request: the user of its session. */
import type { AccountRole } from '#contract/endpoint.ts'
import type { UserAccess } from '#contract/roles.ts'

/** A sub-account with a role. */
export type Actor = { userId: string; accountRole: AccountRole }

/** User of the current call, as read from its session. */
export type CurrentUser = {
  /** The main account's id; equal to `userId` for a main account. */
  ownerId: string
  userId: string
  tokenHash: string
  /** Client type of the sign-in. */
  clientType: string
  /** Signature of this request. */
  sign: string
  /** Set if a sub-account makes the call as its main account, which `userId` then is. */
  actor?: Actor
  /** Set for support, who views the user's account read-only. */
  view?: { id: number; operatorId: string }
}

/** A main account is its own owner; every other user is a sub-account of its owner. */
export const toUserAccess = ({ ownerId, userId }: CurrentUser): UserAccess => ({
  parentUserId: ownerId === userId ? null : ownerId,
})
