/** Contact page: sales and support contacts, and the contact verification dialog (spec 2.13). */
import { Island } from '#landing/live/islands.tsx'
import { OpenValidateButton, shieldPath } from '#landing/shell/validate-dialog.tsx'
import { PageHead } from '#landing/shell/section.tsx'
import { t } from '#landing/messages.ts'
import './contact.css'

export function Page() {
  return (
    <>
      <PageHead title={t('contact.headline')} lead={t('contact.lead')} />
      <div className="section-box contact-page">
        <section className="contact-check" aria-labelledby="check-title">
          <svg
            width="48"
            height="48"
            viewBox="0 0 20 20"
            fill="none"
            strokeWidth="1.2"
            strokeLinecap="round"
            strokeLinejoin="round"
            aria-hidden="true"
          >
            <path d={shieldPath} />
          </svg>
          <div>
            <h2 id="check-title">{t('contact.check.title')}</h2>
            <p>{t('contact.check.text')}</p>
          </div>
          <OpenValidateButton className="button button-primary button-large">
            {t('contact.check.button')}
          </OpenValidateButton>
        </section>
        <div className="contact-groups">
          <section aria-labelledby="pre-sale">
            <h2 id="pre-sale">{t('contact.preSale.title')}</h2>
            <p>{t('contact.preSale.text')}</p>
            <Island name="preSale" />
          </section>
          <section className="contact-after" aria-labelledby="after-sale">
            <h2 id="after-sale">{t('contact.afterSale.title')}</h2>
            <p>{t('contact.afterSale.text')}</p>
            <Island name="afterSale" />
          </section>
        </div>
      </div>
    </>
  )
}
