/** The first page: what this is for, and the way in. */
import { Phone } from '#landing/home/phone.tsx'
import { Layout } from '#landing/layout.tsx'
import { linkTo } from '#landing/links.ts'
import { useSignedIn } from '#landing/use-signed-in.ts'
import { t } from '#landing/words.ts'
import './home.css'

export function Page() {
  return (
    <Layout route="/home">
      <section className="hero">
        <div className="hero-words">
          <h1>{t('landing.home.headline')}</h1>
          <p>
            {t('landing.home.lead')} <span>{t('landing.home.promise')}</span>
          </p>
          <div className="hero-actions">
            <Actions />
          </div>
        </div>
        <Phone />
      </section>
    </Layout>
  )
}

function Actions() {
  if (useSignedIn()) {
    return (
      <a className="button button-primary button-large" href="/UserCenterIndex">
        {t('landing.home.console')}
      </a>
    )
  }
  return (
    <>
      <a className="button button-primary button-large" href={linkTo('/login', { type: '2' })}>
        {t('landing.home.register')}
      </a>
      <a className="button button-large" href={linkTo('/login', { type: '1' })}>
        {t('landing.home.login')}
      </a>
    </>
  )
}
