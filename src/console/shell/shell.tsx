/** Layout of every page: header, menu, offline hint and error boundary. */
import { useRef, type MouseEvent, type ReactNode } from 'react'
import { useLocation } from 'react-router'
import { Header } from '#console/shell/header.tsx'
import { Menu } from '#console/shell/menu.tsx'
import { useMenuState } from '#console/shell/menu-state.ts'
import { t } from '#console/refine/i18n.ts'
import type { PageModel } from '#console/engine/page-model.ts'
import { ErrorBoundary } from '#console/ui/error-boundary.tsx'
import { OfflineHint } from '#console/ui/offline-hint.tsx'

export function Shell({ pages, children }: { pages: readonly PageModel[]; children: ReactNode }) {
  const { pathname } = useLocation()
  const [menuShown, toggleMenu] = useMenuState()
  const main = useRef<HTMLElement>(null)
  const skip = (event: MouseEvent) => {
    event.preventDefault()
    main.current?.focus()
  }
  return (
    <div className="shell" data-menu={menuShown ? 'shown' : 'folded'}>
      <a className="skip-link" href="#content" onClick={skip}>
        {t('shell.skip')}
      </a>
      <Menu pages={pages} folded={!menuShown} />
      <Header pages={pages} menuShown={menuShown} toggleMenu={toggleMenu} />
      <main id="content" ref={main} tabIndex={-1}>
        <OfflineHint />
        <ErrorBoundary key={pathname}>{children}</ErrorBoundary>
      </main>
    </div>
  )
}
