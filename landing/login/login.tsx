/** Login page; `type=2` is its registration view (spec 2.5, 2.18). */
import { showSuccess } from '#landing/toasts.tsx'
import type { ComponentType } from 'react'
import { toPage, toSafeTarget } from '#client/routes.ts'
import { setPageMessage, takePageMessage } from '#client/page-message.ts'
import { Layout } from '#landing/layout.tsx'
import { LoginForm } from '#landing/login/login-form.tsx'
import { readInviteCode } from '#landing/links.ts'
import type { PageProps } from '#landing/pages.ts'
import { t } from '#landing/messages.ts'
import { localeTag } from '#client/i18n/language.ts'
import { chat } from '#locales/samples/chat.ts'
import './banner.css'
import './field.css'
import './login.css'

/** Null in the login view. */
let RegisterForm: ComponentType<PageProps> | null = null

/** Loads the registration view and its messages only if it is shown. */
export async function loadDependencies(): Promise<void> {
  const type = new URLSearchParams(location.search).get('type') ?? (readInviteCode() ? '2' : '1')
  const view = type === '2' ? await import('#landing/login/register-form.tsx') : null
  await view?.loadRegisterMessages()
  RegisterForm = view?.RegisterForm ?? null
}

export function Page({ open }: PageProps) {
  function openTarget() {
    takePageMessage()
    const target = toSafeTarget(new URLSearchParams(location.search).get('to')) ?? '/'
    if (toPage(new URL(target, location.origin).pathname).kind === 'site')
      setPageMessage({ kind: 'signedIn' })
    else showSuccess(t('landing.login.done'))
    open(target)
  }

  return (
    <Layout
      title={t(RegisterForm ? 'landing.register' : 'landing.login.title')}
      description={t('landing.login.description')}
    >
      <div className="login">
        <Banner />
        <div className="login-side">
          {RegisterForm ? <RegisterForm open={open} /> : <LoginForm onSignedIn={openTarget} />}
        </div>
      </div>
    </Layout>
  )
}

/** Illustration of the login page: chat messages joined to their translations by arcs. */
function Banner() {
  return (
    <aside className="banner">
      <div className="banner-pairs" aria-hidden="true">
        {chat.slice(0, 2).map(({ by, zh, en }) => (
          <div key={en} className={`pair pair-${by}`}>
            <p className="pair-source" lang={localeTag(by === 'seller' ? 'zh' : 'en')}>
              {by === 'seller' ? zh : en}
            </p>
            <span className="pair-link">
              <svg viewBox="0 0 100 100" preserveAspectRatio="none">
                <path d="M0 0C70 0 100 30 100 100" />
              </svg>
            </span>
            <p className="pair-target" lang={localeTag(by === 'seller' ? 'en' : 'zh')}>
              {by === 'seller' ? en : zh}
            </p>
          </div>
        ))}
      </div>
      <p className="banner-slogan">{t('product.slogan')}</p>
    </aside>
  )
}
