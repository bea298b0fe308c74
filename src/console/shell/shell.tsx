/** The console's frame: header, menu and the page between them. */
import { useRef, type MouseEvent, type ReactNode, useState, useSyncExternalStore } from 'react'
import { useLocation, Link } from 'react-router'
import { t } from '#console/refine/i18n.ts'
import type { PageModel } from '#console/engine/page-model.ts'
import { ContactSupport } from '#console/ui/contact-support.tsx'
import { ErrorBoundary } from '#console/ui/error-boundary.tsx'
import { useBreadcrumb, useWarnAboutChange, useMenu } from '@refinedev/core'
import { flushSync } from 'react-dom'
import { languages, language, localeTag, setLanguage } from '#client/i18n/language.ts'
import { useIsPhone } from '#console/shell/phone-gate.tsx'
import { stashFormDrafts } from '#console/refine/form-draft.ts'
import { MenuIcon } from '#ui/icons.tsx'
import { PageIcon } from '#ui/menu-icons.tsx'
import { loadScreen } from '#console/shell/screen-loader.tsx'
import { isServedPage, useCapabilities } from '#console/refine/capabilities.ts'
import { lookupKey } from '#console/refine/query.ts'
import { preloadOnIntent } from '#console/ui/preload-on-intent.ts'
import { type Query, useQueryClient } from '@tanstack/react-query'
import { browserStore } from '#client/storage.ts'

type ShellProps = {
  pages: readonly PageModel[]
  brand: ReactNode
  /** Right end of the header: notifications and account menu. */
  tools: ReactNode
  children: ReactNode
}

/** Layout of every page: header, menu, offline hint and error boundary. */
export function Shell({ pages, brand, tools, children }: ShellProps) {
  const { pathname } = useLocation()
  const [isMenuShown, toggleMenu] = useMenuState(pathname)
  const page = pages.find(({ route }) => pathname === `/${route}`)
  const main = useRef<HTMLElement>(null)
  const skipToContent = (event: MouseEvent) => {
    event.preventDefault()
    main.current?.focus()
  }
  return (
    <div className="shell" data-menu={isMenuShown ? 'shown' : 'folded'}>
      <a className="skip-link" href="#content" onClick={skipToContent}>
        {t('shell.skip')}
      </a>
      <Menu pages={pages} brand={brand} isFolded={!isMenuShown} />
      <Header tools={tools} isMenuShown={isMenuShown} toggleMenu={toggleMenu} />
      <main id="content" ref={main} tabIndex={-1} data-view={page?.view}>
        <OfflineHint />
        <LookupFailure />
        <ErrorBoundary key={pathname}>{children}</ErrorBoundary>
      </main>
    </div>
  )
}

type HeaderProps = { tools: ReactNode; isMenuShown: boolean; toggleMenu: () => void }

/** Header: menu toggle, breadcrumb, language switch and tools. */
function Header({ tools, isMenuShown, toggleMenu }: HeaderProps) {
  const hint = t(isMenuShown ? 'shell.hideMenu' : 'shell.showMenu')
  return (
    <header className="header">
      <button
        type="button"
        className="icon-button"
        aria-label={hint}
        title={hint}
        aria-expanded={isMenuShown}
        aria-controls="menu"
        onClick={toggleMenu}
      >
        <MenuIcon />
      </button>
      <Breadcrumb />
      <LanguageSwitch />
      {tools}
    </header>
  )
}

function Breadcrumb() {
  const { breadcrumbs } = useBreadcrumb()
  // A page with the name of its group is named once.
  const links = [...new Map(breadcrumbs.map(({ label, href }) => [label, href]))]
  return (
    <nav className="breadcrumb" aria-label={t('shell.breadcrumb')}>
      <ol>
        {links.map(([label, href], index) => {
          const isCurrent = index === links.length - 1
          return (
            <li key={label} aria-current={isCurrent ? 'page' : undefined}>
              {href && !isCurrent ? <Link to={href}>{label}</Link> : label}
            </li>
          )
        })}
      </ol>
    </nav>
  )
}

/** Reloads the page in the other language; the URL preserves page and filters. */
function LanguageSwitch() {
  const other = languages.find((lang) => lang !== language()) ?? language()
  const { setWarnWhen } = useWarnAboutChange()
  const change = () => {
    // Drafts are saved, so the unsaved-changes warning is turned off.
    if (stashFormDrafts()) flushSync(() => setWarnWhen(false))
    setLanguage(other)
  }
  return (
    <button type="button" className="language" lang={localeTag(other)} onClick={change}>
      {t('shell.otherLanguage')}
    </button>
  )
}

type MenuProps = { pages: readonly PageModel[]; brand: ReactNode; isFolded: boolean }

/** Side menu: groups of the pages that the user may open (spec 2.22), collapsible to icons. */
function Menu({ pages, brand, isFolded }: MenuProps) {
  const { menuItems, selectedKey } = useMenu()
  const { serves } = useCapabilities()
  /** Also for pages below the entry's page, whose keys begin with its key. */
  const isSelected = (key = '') => selectedKey === key || selectedKey.startsWith(`${key}/`)
  const pageOf = (name: string) => pages.find((page) => page.name === name)
  const isServed = (name: string) =>
    pages.every((page) => page.name !== name || isServedPage(page, serves))
  const preload = async (name: string) => {
    const page = pageOf(name)
    if (page) await loadScreen(page)
  }
  return (
    <nav id="menu" className="menu" aria-label={t('shell.menu')} data-folded={isFolded}>
      {brand}
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
                    {...(isFolded ? { title: String(label) } : {})}
                    aria-current={
                      key === selectedKey ? 'page' : isSelected(key) ? 'true' : undefined
                    }
                    {...preloadOnIntent(() => preload(name))}
                  >
                    <PageIcon name={pageOf(name)?.menu?.icon ?? 'page'} />
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

const storageKey = 'menu'

/**
 * Collapsed state of the menu, saved in this browser. On phones it covers the page and closes when
 * the page changes.
 */
function useMenuState(pathname: string): [isShown: boolean, toggle: () => void] {
  const isNarrow = useIsPhone()
  const [isExpanded, setExpanded] = useState(() => browserStore.get(storageKey) !== 'hidden')
  const [openPathname, setOpenPathname] = useState<string>()
  const isShown = isNarrow ? openPathname === pathname : isExpanded
  const toggle = () => {
    if (isNarrow) return setOpenPathname(isShown ? undefined : pathname)
    browserStore.set(storageKey, isShown ? 'hidden' : 'shown')
    setExpanded(!isShown)
  }
  return [isShown, toggle]
}

/**
 * Says that names and choices shared by many fields failed to load: a filter without its choices
 * looks as if there were none.
 */
function LookupFailure() {
  const cache = useQueryClient()
  const queries = cache.getQueryCache()
  const isFailed = (query: Query) =>
    query.queryKey[0] === lookupKey && query.state.status === 'error' && query.isActive()
  const hasFailed = useSyncExternalStore(
    (listener) => queries.subscribe(listener),
    () => queries.getAll().some(isFailed),
  )
  if (!hasFailed) return null
  return (
    <p className="offline" role="alert">
      {t('shell.sharedFailed')}{' '}
      <button
        type="button"
        className="text-button"
        onClick={() => void cache.refetchQueries({ predicate: isFailed })}
      >
        {t('shell.retry')}
      </button>{' '}
      <ContactSupport />
    </p>
  )
}

/** Live region that reports a lost network connection. */
function OfflineHint() {
  const isOnline = useSyncExternalStore(onNetworkChange, () => navigator.onLine)
  return (
    <div className="offline">
      <output>{isOnline ? '' : `${t('shell.offline')} `}</output>
      {!isOnline && <ContactSupport />}
    </div>
  )
}

function onNetworkChange(listener: () => void): () => void {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}
