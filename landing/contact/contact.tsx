/** Contact page: sales and support contacts, and the contact verification dialog (spec 2.13). */
import { Island } from '#landing/live/islands.tsx'
import { OpenValidate, shield } from '#landing/shell/validate-dialog.tsx'
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
            <path d={shield} />
          </svg>
          <div>
            <h2 id="check-title">{t('contact.check.title')}</h2>
            <p>{t('contact.check.text')}</p>
          </div>
          <OpenValidate className="button button-primary button-large">
            {t('contact.check.button')}
          </OpenValidate>
        </section>
        <div className="contact-groups">
          <section aria-labelledby="pre-sale">
            <h2 id="pre-sale">{t('contact.preSale.title')}</h2>
            <p>{t('contact.preSale.text')}</p>
            <Island part="preSale" />
          </section>
          <section className="contact-after" aria-labelledby="after-sale">
            <h2 id="after-sale">{t('contact.afterSale.title')}</h2>
            <p>{t('contact.afterSale.text')}</p>
            <Island part="afterSale" />
          </section>
        </div>
      </div>
    </>
  )
}
