/** What to do about a forgotten password. */
import { t } from '#landing/words.ts'

export function ForgotPassword() {
  return (
    <details className="forgot">
      <summary>{t('landing.forgot.title')}</summary>
      <p>{t('landing.forgot.sub')}</p>
      <p>{t('landing.forgot.main')}</p>
    </details>
  )
}
