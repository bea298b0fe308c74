/** Who may make a call (spec section 6): the one rule that server, menu and route share. */
import type { Access, Capability, Endpoint } from '#contract/endpoint.ts'

/** The part of a user that decides. */
export type Role = {
  parentUserId?: string | number | null | undefined
  createChildUser?: boolean | 0 | 1 | undefined
}

/** A main account has no parent (6.2). */
export const isMain = (who: Role) => who.parentUserId === null || who.parentUserId === undefined

export function mayUse(access: Access, who: Role | null): boolean {
  if (access === 'visitor') return true
  return who !== null && (access === 'member' || isMain(who))
}

export const hasCapability = (needed: Capability, who: Role) => Boolean(who[needed])

export const mayCall = (endpoint: Pick<Endpoint, 'access' | 'needs'>, who: Role | null) =>
  mayUse(endpoint.access, who) &&
  (!endpoint.needs || (who !== null && hasCapability(endpoint.needs, who)))
