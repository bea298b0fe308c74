/**
 * Who may open which page and make which call: the rule of the contract, as Refine asks for it.
 * Nothing is sent for it.
 */
import type { AccessControlProvider } from '@refinedev/core'
import { knownUser } from '#client/session/session.ts'
import type { PageModel } from '#console/engine/page-model.ts'
import { mayCall, mayUse, type Role } from '#contract/roles.ts'

/** Menu, route and `useCan` all ask this. */
export const mayOpen = (page: Pick<PageModel, 'access'>, who: Role | null): boolean =>
  mayUse(page.access, who)

/**
 * An action is the name of one of the page's calls; anything else (`list`, say) is opening the
 * page.
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
