/** Header of public pages with its menus, which open without JavaScript (spec 2.6, 2.9, 2.23). */
import type { SiteRoute } from '#client/routes.ts'
import { localeTag } from '#client/i18n/language.ts'
import { Logo } from '#ui/logo.tsx'
import { sitePathIn, sitePath } from '#landing/site-links.ts'
import { lang, t } from '#landing/messages.ts'
import { DownIcon } from '#ui/icons.tsx'

const pageLinks = [
  ['/home', 'home'],
  ['/price', 'price'],
  ['/useDoc', 'useDoc'],
  ['/download', 'download'],
] as const

export function SiteHeader({ route }: { route: SiteRoute }) {
  const otherLang = lang() === 'zh' ? 'en' : 'zh'
  return (
    <header className="site-header">
      <div className="site-bar">
        <a className="site-brand" href={sitePath('/home')}>
          <Logo />
          {t('product.name')}
        </a>
        <nav id="site-menu" className="site-links" popover="auto" aria-label={t('frame.nav.main')}>
          {pageLinks.map(([linkedRoute, name]) => (
            <a
              key={linkedRoute}
              href={sitePath(linkedRoute)}
              aria-current={
                route === linkedRoute
                  ? 'page'
                  : route.startsWith(`${linkedRoute}/`)
                    ? 'true'
                    : undefined
              }
            >
              {t(`frame.nav.${name}`)}
            </a>
          ))}
          <a
            className="site-links-more"
            href={sitePath('/contactUs')}
            aria-current={route === '/contactUs' ? 'page' : undefined}
          >
            {t('frame.nav.contactUs')}
          </a>
          <a
            className="site-links-more"
            href={sitePath('/aboutUs')}
            aria-current={route === '/aboutUs' ? 'page' : undefined}
          >
            {t('frame.nav.aboutUs')}
          </a>
          <a
            className="site-links-more"
            href={sitePath('/developers')}
            aria-current={route === '/developers' ? 'page' : undefined}
          >
            {t('frame.nav.developers')}
          </a>
          <a className="site-links-more for-visitor" href="/login?type=1">
            {t('frame.nav.login')}
          </a>
          <button className="site-links-more site-links-theme" type="button" data-act="theme">
            {t('frame.nav.theme')}
          </button>
        </nav>
        <a
          className="site-tool"
          href={`${sitePathIn(route, otherLang)}?lang=${otherLang}`}
          hrefLang={localeTag(otherLang)}
          lang={localeTag(otherLang)}
          data-act="language"
        >
          {t(`languages.${otherLang}`)}
        </a>
        <button
          className="site-tool site-theme"
          type="button"
          data-act="theme"
          aria-label={t('frame.nav.theme')}
        >
          <svg width="20" height="20" viewBox="0 0 20 20" aria-hidden="true">
            <path className="site-theme-half" d="M10 2.5a7.5 7.5 0 0 1 0 15z" />
            <circle cx="10" cy="10" r="7.5" fill="none" strokeWidth="1.6" />
          </svg>
        </button>
        <a className="button button-small site-login for-visitor" href="/login?type=1">
          {t('frame.nav.login')}
        </a>
        <a className="button button-small button-primary for-visitor" href="/login?type=2">
          {t('frame.nav.register')}
        </a>
        <a
          className="button button-small button-primary site-console for-user"
          href="/UserCenterIndex"
        >
          {t('frame.nav.console')}
        </a>
        <AccountMenu />
        <button
          className="site-tool site-menu-button"
          type="button"
          popoverTarget="site-menu"
          aria-label={t('frame.nav.menu')}
        >
          <svg
            width="20"
            height="20"
            viewBox="0 0 20 20"
            strokeWidth="1.8"
            strokeLinecap="round"
            aria-hidden="true"
          >
            <path d="M3 5.5h14M3 10h14M3 14.5h14" />
          </svg>
        </button>
      </div>
    </header>
  )
}

/** Account menu of public pages (spec 2.23): user centre, password, sign-out; filled by script. */
function AccountMenu() {
  return (
    <>
      <button className="site-account for-user" type="button" popoverTarget="site-account">
        <span className="account-initial" data-me="initial" aria-hidden="true" />
        <span className="visually-hidden">{t('frame.account.menu')}</span>
        <span className="account-name" data-me="name" />
        <DownIcon />
      </button>
      <div
        id="site-account"
        className="popover site-account-menu"
        popover="auto"
        role="group"
        aria-label={t('frame.account.menu')}
      >
        <p className="account-identity">
          <strong data-me="name" />
          <span data-me="account" />
        </p>
        <a className="account-item" href="/UserCenterIndex">
          {t('frame.nav.console')}
        </a>
        <a className="account-item" href="/UserCenterChangePassword">
          {t('frame.account.password')}
        </a>
        <button className="account-item" type="button" data-act="exit">
          {t('frame.account.exit')}
        </button>
      </div>
    </>
  )
}
