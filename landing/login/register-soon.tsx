/** The register view until registration is served: what can be done today, and that an invitation is not lost. */
import { inviteCode, linkTo } from '#landing/links.ts'
import { t } from '#landing/words.ts'

export function RegisterSoon() {
  const code = inviteCode()
  return (
    <section className="login-form">
      <h1>{t('landing.register.soon')}</h1>
      <p>{t('landing.register.text')}</p>
      {code && <p className="login-invite">{t('landing.register.invite', { code })}</p>}
      <a className="button button-primary button-large login-submit" href={linkTo('/login', { type: '1' })}>
        {t('landing.register.toLogin')}
      </a>
    </section>
  )
}
