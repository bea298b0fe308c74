/** The page one signs in on; `type=2` is its register view (2.5, 2.18). */
import { safeTarget } from '#client/routes.ts'
import { Layout } from '#landing/layout.tsx'
import { Banner } from '#landing/login/banner.tsx'
import { LoginForm } from '#landing/login/login-form.tsx'
import { RegisterSoon } from '#landing/login/register-soon.tsx'
import type { PageProps } from '#landing/page.ts'
import { inviteCode } from '#landing/links.ts'
import { t } from '#landing/words.ts'
import './login.css'

export function Page({ open }: PageProps) {
  const query = new URLSearchParams(location.search)
  const registers = (query.get('type') ?? (inviteCode() ? '2' : '1')) === '2'
  return (
    <Layout title={t(registers ? 'landing.register.title' : 'landing.login.title')}>
      <div className="login">
        <Banner />
        <div className="login-side">{registers ? <RegisterSoon /> : <LoginForm signedIn={() => open(safeTarget(query.get('to')) ?? '/')} />}</div>
      </div>
    </Layout>
  )
}
