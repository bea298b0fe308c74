/** Access rules of endpoints (spec section 6), shared by server, menu and routes. */
import type { Access, AccountRole, Capability, Endpoint } from '#contract/endpoint.ts'
import type { OperatorRole } from '#contract/operator/roles.ts'

/** The fields of a user that determine access. */
export type UserAccess = {
  userId?: string | number | undefined
  parentUserId?: string | number | null | undefined
  createChildUser?: boolean | 0 | 1 | undefined
  createApiKey?: boolean | 0 | 1 | undefined
  /** Role of a sub-account; `member` without one. */
  accountRole?: AccountRole | 'member' | undefined
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

/** Whether a user who manages sub-accounts may change this one: by a role, only those without one. */
export const canManage = (
  user: UserAccess | null,
  { accountRole = 'member' }: Pick<UserAccess, 'accountRole'>,
): boolean => user !== null && (isMain(user) || accountRole === 'member')

/** What decides who may make a call. */
export type CallAccess = {
  readonly access: Access
  readonly needs?: Capability | undefined
  readonly roles?: Endpoint['roles']
  readonly accountRoles?: Endpoint['accountRoles']
}

/** Whether the user has a role that makes the call as the main account. */
export const canActAsMain = (
  { accountRoles }: Pick<CallAccess, 'accountRoles'>,
  user: UserAccess | null | undefined,
): boolean =>
  user?.accountRole !== undefined &&
  user.accountRole !== 'member' &&
  accountRoles?.includes(user.accountRole) === true

/** Whether the user makes the call only by a role, as the main account. */
export const isMadeByRole = (
  { access, accountRoles }: CallAccess,
  user: UserAccess | null,
): boolean => !hasAccess(access, user) && canActAsMain({ accountRoles }, user)

export const canCall = (
  { access, needs, roles, accountRoles }: CallAccess,
  user: UserAccess | null | undefined,
) =>
  (hasAccess(access, user ?? null) || canActAsMain({ accountRoles }, user)) &&
  (!needs || Boolean(user && hasCapability(needs, user))) &&
  (!roles || (user?.role !== undefined && roles.includes(user.role)))
