/** User of the current call, as read from its session. */
import type { Role } from '#contract/roles.ts'

export type CurrentUser = {
  /** The main account's id; equal to `userId` for a main account. */
  ownerId: string
  userId: string
  tokenHash: string
  /** Client type of the sign-in. */
  clientType: string
  /** Signature of this request. */
  sign: string
}

/** A main account is its own owner; every other user is a sub-account of its owner. */
export const roleOf = ({ ownerId, userId }: CurrentUser): Role => ({
  parentUserId: ownerId === userId ? null : ownerId,
})
