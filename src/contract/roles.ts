/** Access rules of endpoints (spec section 6), shared by server, menu and routes. */
import type { Access, Capability, Endpoint } from '#contract/endpoint.ts'

/** The fields of a user that determine access. */
export type Role = {
  parentUserId?: string | number | null | undefined
  createChildUser?: boolean | 0 | 1 | undefined
}

/** A main account has no parent (spec 6.2). */
export const isMain = (who: Role) => who.parentUserId === null || who.parentUserId === undefined

export function mayUse(access: Access, who: Role | null): boolean {
  if (access === 'visitor') return true
  return who !== null && (access === 'member' || isMain(who))
}

export const hasCapability = (needed: Capability, who: Role) => Boolean(who[needed])

export const mayCall = (endpoint: Pick<Endpoint, 'access' | 'needs'>, who: Role | null) =>
  mayUse(endpoint.access, who) &&
  (!endpoint.needs || (who !== null && hasCapability(endpoint.needs, who)))
