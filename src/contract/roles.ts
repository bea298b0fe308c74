/** Access rules of endpoints (spec section 6), shared by server, menu and routes. */
import type { Access, Capability, Endpoint } from '#contract/endpoint.ts'
import type { OperatorRole } from '#contract/operator/roles.ts'

/** The fields of a user that determine access. */
export type UserAccess = {
  parentUserId?: string | number | null | undefined
  createChildUser?: boolean | 0 | 1 | undefined
  createApiKey?: boolean | 0 | 1 | undefined
  /** Role of an operator. */
  role?: OperatorRole | undefined
}

/** A main account has no parent (spec 6.2). */
export const isMain = (user: UserAccess) =>
  user.parentUserId === null || user.parentUserId === undefined

export function hasAccess(access: Access, user: UserAccess | null): boolean {
  if (access === 'visitor') return true
  return user !== null && (access === 'member' || access === (isMain(user) ? 'main' : 'sub'))
}

export const hasCapability = (needed: Capability, user: UserAccess) => Boolean(user[needed])

/**
 * Whether a read-only session of support may make a call: reads that are public or declared as
 * shown. A call with `outcome` changes data, even if it is a GET.
 */
export const canViewerCall = ({
  method,
  access,
  outcome,
  support,
  viewerOnly,
}: Pick<Endpoint, 'method' | 'access' | 'outcome' | 'support' | 'viewerOnly'>): boolean =>
  viewerOnly === true ||
  (method === 'GET' && outcome === undefined && (access === 'visitor' || support === 'shown'))

export const canCall = (
  { access, needs, roles }: Pick<Endpoint, 'access' | 'needs'> & { roles?: Endpoint['roles'] },
  user: UserAccess | null | undefined,
) =>
  hasAccess(access, user ?? null) &&
  (!needs || Boolean(user && hasCapability(needs, user))) &&
  (!roles || (user?.role !== undefined && roles.includes(user.role)))
