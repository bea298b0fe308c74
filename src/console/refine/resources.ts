/** Refine's resources, and the access control for them. */
import type { ResourceProps, AccessControlProvider } from '@refinedev/core'
import { t, messageOf } from '#console/refine/i18n.ts'
import type { PageModel } from '#console/engine/page-model.ts'
import type { Group } from '#console/engine/resource.ts'
import { type Role, mayCall, mayUse } from '#contract/roles.ts'
import { knownUser } from '#client/session/session.ts'

const groups: readonly Group[] = ['memberCentre', 'functions']

/** In menu order. Pages without a menu entry or without access are hidden but still registered. */
export function refineResources(pages: readonly PageModel[], who: Role | null): ResourceProps[] {
  return [
    ...groups.map((name) => ({ name, meta: { label: t(`groups.${name}`) } })),
    ...pages
      .toSorted((a, b) => (a.menu?.order ?? 0) - (b.menu?.order ?? 0))
      .map((page) => ({
        name: page.name,
        list: `/${page.route}`,
        meta: {
          label: messageOf(page.title),
          hide: !page.menu || !mayOpen(page, who),
          ...(page.menu ? { parent: page.menu.group } : {}),
        },
      })),
  ]
}

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
