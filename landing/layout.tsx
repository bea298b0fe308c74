/** The frame of every public page: who we are, the way around, the language; a footer except on the login page (2.8). */
import { useEffect, type ReactNode } from 'react'
import type { LandingRoute } from '#client/routes.ts'
import { LanguageSwitch } from '#landing/language-switch.tsx'
import { linkTo } from '#landing/links.ts'
import { Logo } from '#landing/logo.tsx'
import { useSignedIn } from '#landing/use-signed-in.ts'
import { t } from '#landing/words.ts'
import './landing.css'

type Props = { route: LandingRoute; title?: string; children: ReactNode }

export function Layout({ route, title, children }: Props) {
  useEffect(() => {
    document.title = title ? `${title} · ${t('product.name')}` : `${t('product.name')} · ${t('product.slogan')}`
  }, [title])

  return (
    <div className="site">
      <a className="site-skip" href="#content">
        {t('landing.nav.skip')}
      </a>
      <header className="site-header">
        <div className="site-bar">
          <a className="site-brand" href={linkTo('/')}>
            <Logo />
            {t('product.name')}
          </a>
          <nav className="site-nav" aria-label={t('landing.nav.main')}>
            <a className="site-home" href={linkTo('/home')} aria-current={route === '/home' ? 'page' : undefined}>
              {t('landing.nav.home')}
            </a>
          </nav>
          <LanguageSwitch />
          {route !== '/login' && <Account />}
        </div>
      </header>
      <main id="content" className="site-main" tabIndex={-1}>
        {children}
      </main>
      {route !== '/login' && (
        <footer className="site-footer">
          <div className="site-bar">
            <Logo size={20} />
            <span>
              {t('product.name')} · {t('product.slogan')}
            </span>
          </div>
        </footer>
      )}
    </div>
  )
}

function Account() {
  return useSignedIn() ? (
    <a className="button button-small" href="/UserCenterIndex">
      {t('landing.nav.console')}
    </a>
  ) : (
    <a className="button button-small" href={linkTo('/login', { type: '1' })}>
      {t('landing.nav.login')}
    </a>
  )
}
