/** Converts page models to Refine resources: names, routes and menu groups. */
import type { ResourceProps } from '@refinedev/core'
import { mayOpen } from '#console/refine/access.ts'
import { t, word } from '#console/refine/i18n.ts'
import type { PageModel } from '#console/engine/page-model.ts'
import type { Group } from '#console/engine/resource.ts'
import type { Role } from '#contract/roles.ts'

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
          label: word(page.title),
          hide: !page.menu || !mayOpen(page, who),
          ...(page.menu ? { parent: page.menu.group } : {}),
        },
      })),
  ]
}
