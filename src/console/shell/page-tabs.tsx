/** Tabs of grouped pages that the user may open and the backend serves. */
import { Link } from 'react-router'
import { mayOpen } from '#console/refine/access.ts'
import { t, word } from '#console/refine/i18n.ts'
import { useCurrentUser } from '#console/refine/current-user.ts'
import { isServedPage, useCapabilities } from '#console/refine/capabilities.ts'
import type { PageModel } from '#console/engine/page-model.ts'

export function PageTabs({
  page: { tabs, name },
  pages,
}: {
  page: PageModel
  pages: readonly PageModel[]
}) {
  const me = useCurrentUser()
  const { serves } = useCapabilities()
  if (!tabs) return null
  const shown = pages.filter(
    (page) => page.tabs?.group === tabs.group && mayOpen(page, me) && isServedPage(page, serves),
  )
  if (shown.length < 2) return null
  return (
    <nav className="page-tabs" aria-label={t(`tabs.${tabs.group}`)}>
      <ul>
        {shown
          .toSorted((a, b) => (a.tabs?.order ?? 0) - (b.tabs?.order ?? 0))
          .map((page) => (
            <li key={page.name}>
              <Link to={`/${page.route}`} aria-current={page.name === name ? 'page' : undefined}>
                {word(page.title)}
              </Link>
            </li>
          ))}
      </ul>
    </nav>
  )
}
