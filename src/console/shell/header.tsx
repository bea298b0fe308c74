/** Header: menu toggle, breadcrumb, language switch, notifications and account menu. */
import { useBreadcrumb, useWarnAboutChange } from '@refinedev/core'
import { lazy, Suspense } from 'react'
import { flushSync } from 'react-dom'
import { languages, language, localeTag, setLanguage } from '#client/i18n/language.ts'
import { quietMoment } from '#client/quiet-moment.ts'
import { AccountMenu } from '#console/shell/account-menu.tsx'
import { t } from '#console/refine/i18n.ts'
import { stashFormDrafts } from '#console/refine/form-draft.ts'
import type { PageModel } from '#console/engine/page-model.ts'
import { MenuIcon } from '#console/ui/icons.tsx'

/** Loads when the page is idle, since nothing visible depends on it. */
const Bell = lazy(async () => {
  await quietMoment()
  return import('#console/features/notifications/bell.tsx')
})

type Props = { pages: readonly PageModel[]; menuShown: boolean; toggleMenu: () => void }

export function Header({ pages, menuShown, toggleMenu }: Props) {
  const hint = t(menuShown ? 'shell.hideMenu' : 'shell.showMenu')
  return (
    <header className="header">
      <button
        type="button"
        className="icon-button"
        aria-label={hint}
        title={hint}
        aria-expanded={menuShown}
        aria-controls="menu"
        onClick={toggleMenu}
      >
        <MenuIcon />
      </button>
      <Place />
      <LanguageSwitch />
      <Suspense fallback={<span className="icon-button" />}>
        <Bell />
      </Suspense>
      <AccountMenu pages={pages} />
    </header>
  )
}

function Place() {
  const { breadcrumbs } = useBreadcrumb()
  return (
    <nav className="place" aria-label={t('shell.place')}>
      <ol>
        {breadcrumbs.map(({ label }, at) => (
          <li key={label} aria-current={at === breadcrumbs.length - 1 ? 'page' : undefined}>
            {label}
          </li>
        ))}
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
