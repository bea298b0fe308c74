/** Side menu: two groups of the pages that the user may open (spec 2.22), collapsible to icons. */
import { useMenu } from '@refinedev/core'
import { Link } from 'react-router'
import { loadScreen } from '#console/shell/screen-loader.tsx'
import { t } from '#console/refine/i18n.ts'
import { isServedPage, useCapabilities } from '#console/refine/capabilities.ts'
import type { PageModel } from '#console/engine/page-model.ts'
import { Brand } from '#console/ui/brand.tsx'
import { MenuIcon } from '#console/ui/menu-icons.tsx'

export function Menu({ pages, folded }: { pages: readonly PageModel[]; folded: boolean }) {
  const { menuItems, selectedKey } = useMenu()
  const { serves } = useCapabilities()
  const pageOf = (name: string) => pages.find((page) => page.name === name)
  const isServed = (name: string) =>
    pages.every((page) => page.name !== name || isServedPage(page, serves))
  /** Preloads the page's code on hover and focus. */
  const prepare = (name: string) => {
    const page = pageOf(name)
    if (page) loadScreen(page).catch(() => undefined)
  }
  return (
    <nav id="menu" className="menu" aria-label={t('shell.menu')} data-folded={folded}>
      <Brand />
      {menuItems.map((group) => (
        <section key={group.key} aria-labelledby={`menu-${group.name}`}>
          <h2 id={`menu-${group.name}`}>{group.label}</h2>
          <ul>
            {group.children
              .filter(({ name }) => isServed(name))
              .map(({ key, name, route, label }) => (
                <li key={key}>
                  <Link
                    to={route ?? ''}
                    {...(folded ? { title: String(label) } : {})}
                    aria-current={key === selectedKey ? 'page' : undefined}
                    onPointerEnter={() => prepare(name)}
                    onFocus={() => prepare(name)}
                  >
                    <MenuIcon name={pageOf(name)?.menu?.icon ?? 'page'} />
                    <span>{label}</span>
                  </Link>
                </li>
              ))}
          </ul>
        </section>
      ))}
    </nav>
  )
}
