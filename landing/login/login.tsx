/** Login page; `type=2` is its registration view (2.5, 2.18). */
import { showSuccess } from '#landing/toasts.tsx'
import type { ComponentType } from 'react'
import { pageOf, safeTarget } from '#client/routes.ts'
import { tabStore, siteMessageKey } from '#client/storage.ts'
import { Layout } from '#landing/layout.tsx'
import { Banner } from '#landing/login/banner.tsx'
import { LoginForm } from '#landing/login/login-form.tsx'
import { registeredKey, rewardRefusedKey } from '#landing/login/views.ts'
import type { PageProps } from '#landing/page.ts'
import { inviteCode } from '#landing/links.ts'
import { t } from '#landing/messages.ts'
import './banner.css'
import './field.css'
import './login.css'

let RegisterForm: ComponentType<PageProps> | null = null

/** Loads the registration view and its messages only if it is shown. */
export async function ready(): Promise<void> {
  const type = new URLSearchParams(location.search).get('type') ?? (inviteCode() ? '2' : '1')
  const view = type === '2' ? await import('#landing/login/register/register-form.tsx') : null
  await view?.ready()
  RegisterForm = view?.RegisterForm ?? null
}

export function Page({ open }: PageProps) {
  function signedIn() {
    tabStore.remove(registeredKey)
    tabStore.remove(rewardRefusedKey)
    const target = safeTarget(new URLSearchParams(location.search).get('to')) ?? '/'
    if (pageOf(target).kind === 'site') tabStore.set(siteMessageKey, 'signedIn')
    else showSuccess(t('landing.login.done'))
    open(target)
  }

  return (
    <Layout title={t(RegisterForm ? 'landing.register' : 'landing.login.title')}>
      <div className="login">
        <Banner />
        <div className="login-side">
          {RegisterForm ? <RegisterForm open={open} /> : <LoginForm signedIn={signedIn} />}
        </div>
      </div>
    </Layout>
  )
}
