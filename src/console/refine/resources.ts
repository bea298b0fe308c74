/** Refine's resources, and the access control for them. */
import type { ResourceProps, AccessControlProvider } from '@refinedev/core'
import { messageOf } from '#console/refine/i18n.ts'
import type { PageModel } from '#console/engine/page-model.ts'
import type { Group } from '#console/engine/resource.ts'
import { type UserAccess, canCall } from '#contract/roles.ts'
import { application } from '#console/refine/application.ts'
import { isReadOnly } from '#console/refine/read-only.ts'

/** In menu order. Pages without a menu entry or without access are hidden but still registered. */
export function refineResources(
  pages: readonly PageModel[],
  user: UserAccess | null,
): ResourceProps[] {
  return [
    ...application().menuGroups.map((group) => ({
      name: groupName(group),
      meta: { label: messageOf(`groups.${group}`) },
    })),
    ...pages
      .toSorted((a, b) => menuOrder(a) - menuOrder(b))
      .map((page) => ({
        name: page.name,
        list: `/${page.route}`,
        meta: {
          label: messageOf(page.title),
          hide: !page.menu || !isOpenTo(page, user),
          isOpen: isOpenTo(page, user),
          ...parentOf(page),
        },
      })),
  ]
}

const isOpenTo = (page: PageModel, user: UserAccess | null): boolean =>
  canOpenPage(page, user) && !(isReadOnly && onlyChanges(page))

/** A page without an entry comes after its parent, which it would otherwise move in the menu. */
const menuOrder = ({ menu }: PageModel): number => menu?.order ?? Number.POSITIVE_INFINITY

/** The group of the page in the menu, or the page that leads to it. */
function parentOf(page: PageModel): { parent?: string } {
  if (page.menu) return { parent: groupName(page.menu.group) }
  return page.parent ? { parent: page.parent } : {}
}

/** Prefixed, since a page may have the name of a group. */
const groupName = (group: Group): string => `group-${group}`

/** Whether a page shows nothing that is stored, so that a read-only session has no use for it. */
export const onlyChanges = (page: PageModel): boolean =>
  page.view === 'form' && page.readOnly.length === 0

/** Shared rule for menu, routes and Refine's access control. */
export const canOpenPage = (
  { access, roles, accountRoles }: Pick<PageModel, 'access' | 'roles' | 'accountRoles'>,
  user: UserAccess | null,
): boolean => canCall({ access, roles, accountRoles }, user)

/**
 * An action is an endpoint name of the page; any other action, such as `list`, means opening it.
 */
export function accessControlProvider(pages: readonly PageModel[]): AccessControlProvider {
  return {
    can({ resource, action }) {
      const page = pages.find(({ name }) => name === resource)
      const call = page?.calls[action]
      const user = application().userAccess()
      return Promise.resolve({
        can: page !== undefined && canOpenPage(page, user) && (!call || canCall(call, user)),
      })
    },
    options: { queryOptions: { staleTime: Infinity }, buttons: { hideIfUnauthorized: true } },
  }
}
