/** Refine's access control provider; applies the contract's access rules on the client. */
import type { AccessControlProvider } from '@refinedev/core'
import { knownUser } from '#client/session/session.ts'
import type { PageModel } from '#console/engine/page-model.ts'
import { mayCall, mayUse, type Role } from '#contract/roles.ts'

/** Shared rule for menu, routes and `useCan`. */
export const mayOpen = (page: Pick<PageModel, 'access'>, who: Role | null): boolean =>
  mayUse(page.access, who)

/**
 * An action is an endpoint name of the page; any other action, such as `list`, means opening it.
 */
export function accessControlProvider(pages: readonly PageModel[]): AccessControlProvider {
  return {
    can({ resource, action }) {
      const page = pages.find(({ name }) => name === resource)
      const call = page?.calls[action]
      const who = knownUser()
      return Promise.resolve({
        can: page !== undefined && mayOpen(page, who) && (!call || mayCall(call, who)),
      })
    },
    options: { queryOptions: { staleTime: Infinity }, buttons: { hideIfUnauthorized: true } },
  }
}
