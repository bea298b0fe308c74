/** Pages that the user may open and the backend serves, in the order of the menu. */
import { useMemo } from 'react'
import type { PageModel } from '#console/engine/page-model.ts'
import { isServedPage, useCapabilities } from '#console/refine/capabilities.ts'
import { useUserAccess } from '#console/refine/current-user.ts'
import { canOpenPage, onlyChanges } from '#console/refine/resources.ts'
import { application } from '#console/refine/application.ts'
import { isReadOnly } from '#console/refine/read-only.ts'

/** Without pages that need a record, such as that of one customer, and pages for visitors. */
export function useOpenPages(pages: readonly PageModel[]): readonly PageModel[] {
  const me = useUserAccess()
  const { serves } = useCapabilities()
  return useMemo(
    () =>
      pages
        .filter(
          (page) =>
            page.access !== 'visitor' &&
            (page.menu ?? page.view !== 'screen') &&
            canOpenPage(page, me) &&
            isServedPage(page, serves) &&
            !(isReadOnly && onlyChanges(page)),
        )
        .toSorted((a, b) => positionOf(a) - positionOf(b)),
    [pages, me, serves],
  )
}

/** Those without an entry in the menu last. */
const positionOf = ({ menu }: PageModel): number =>
  menu ? application().menuGroups.indexOf(menu.group) * 100 + menu.order : Infinity
