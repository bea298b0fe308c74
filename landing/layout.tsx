/** Layout of client-rendered public pages: logo, home link, language, no footer (spec 2.8). */
import { Toasts, useRefusalToasts } from '#landing/toasts.tsx'
import { useEffect, type ReactNode } from 'react'
import { linkTo } from '#landing/links.ts'
import { Logo } from '#ui/logo.tsx'
import { t } from '#landing/messages.ts'
import { language, localeTag, setLanguage } from '#client/i18n/language.ts'
import './landing.css'

type Props = { title: string; description?: string; children: ReactNode }

export function Layout({ title, description, children }: Props) {
  useEffect(() => {
    document.title = `${title} · ${t('product.name')}`
  }, [title])
  useEffect(() => {
    if (description) setDescription(description)
  }, [description])

  useRefusalToasts()

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
            <a className="site-home" href={linkTo('/home')}>
              {t('landing.nav.home')}
            </a>
          </nav>
          <LanguageSwitch />
        </div>
      </header>
      <main id="content" className="site-main" tabIndex={-1}>
        {children}
      </main>
      <Toasts base />
    </div>
  )
}

/** The page's HTML may have the description in the other language. */
function setDescription(description: string): void {
  const existing = document.querySelector<HTMLMetaElement>('meta[name=description]')
  const meta = existing ?? document.head.appendChild(document.createElement('meta'))
  meta.name = 'description'
  meta.content = description
}

/** Button that switches to the other language, labelled in that language. */
function LanguageSwitch() {
  const otherLang = language() === 'zh' ? 'en' : 'zh'
  return (
    <button
      className="site-language"
      type="button"
      lang={localeTag(otherLang)}
      onClick={() => setLanguage(otherLang)}
    >
      {t(`languages.${otherLang}`)}
    </button>
  )
}
