/** Access rules of endpoints (spec section 6), shared by server, menu and routes. */
import type { Access, Capability, Endpoint } from '#contract/endpoint.ts'
import type { OperatorRole } from '#contract/operator/roles.ts'

/** The fields of a user that determine access. */
export type Role = {
  parentUserId?: string | number | null | undefined
  createChildUser?: boolean | 0 | 1 | undefined
  /** Role of an operator. */
  role?: OperatorRole | undefined
}

/** A main account has no parent (spec 6.2). */
export const isMain = (who: Role) => who.parentUserId === null || who.parentUserId === undefined

export function mayUse(access: Access, who: Role | null): boolean {
  if (access === 'visitor') return true
  return who !== null && (access === 'member' || isMain(who))
}

export const hasCapability = (needed: Capability, who: Role) => Boolean(who[needed])

/**
 * Whether a read-only session of support may make a call. A call with an outcome to look up changes
 * something, also by GET.
 */
export const mayView = ({
  method,
  once,
  outcome,
  hiddenFromSupport,
  byViewer,
}: Pick<Endpoint, 'method' | 'once' | 'outcome' | 'hiddenFromSupport' | 'byViewer'>): boolean =>
  byViewer === true ||
  (method === 'GET' && once !== true && outcome === undefined && hiddenFromSupport !== true)

export const mayCall = (
  { access, needs, roles }: Pick<Endpoint, 'access' | 'needs'> & { roles?: Endpoint['roles'] },
  who: Role | null | undefined,
) =>
  mayUse(access, who ?? null) &&
  (!needs || Boolean(who && hasCapability(needs, who))) &&
  (!roles || (who?.role !== undefined && roles.includes(who.role)))
