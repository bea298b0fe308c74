/**
 * The pages as Refine's resources: names, addresses, menu groups. Nothing is declared here that a
 * resource file does not say.
 */
import type { ResourceProps } from '@refinedev/core'
import { mayOpen } from '#console/refine/access.ts'
import { t, word } from '#console/refine/i18n.ts'
import type { PageModel } from '#console/engine/page-model.ts'
import type { Group } from '#console/engine/resource.ts'
import type { Role } from '#contract/roles.ts'

const groups: readonly Group[] = ['memberCentre', 'functions']

/**
 * In the order of the menu. A page without a place in it, or not for this user, is hidden there and
 * known all the same.
 */
export function refineResources(pages: readonly PageModel[], who: Role | null): ResourceProps[] {
  return [
    ...groups.map((name) => ({ name, meta: { label: t(`groups.${name}`) } })),
    ...pages
      .toSorted((a, b) => (a.menu?.order ?? 0) - (b.menu?.order ?? 0))
      .map((page) => ({
        name: page.name,
        list: `/${page.route}`,
        meta: {
          label: word(page.title),
          hide: !page.menu || !mayOpen(page, who),
          ...(page.menu ? { parent: page.menu.group } : {}),
        },
      })),
  ]
}
