/** Who makes a call, as far as the session tells. */
import type { Role } from '#contract/roles.ts'

export type CurrentUser = {
  /** The main account's id; one's own for a main account. */
  ownerId: string
  userId: string
  tokenHash: string
  /** What it signed in with. */
  clientType: string
  /** The signature of this very request. */
  sign: string
}

/** A main account owns itself; anybody else is its owner's sub-account. */
export const roleOf = ({ ownerId, userId }: CurrentUser): Role => ({
  parentUserId: ownerId === userId ? null : ownerId,
})
