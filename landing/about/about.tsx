/** About page (spec 2.15) with a summary of the terms (spec 1.10, 1.11). */
import { PageHead } from '#landing/shell/section.tsx'
import { Stats } from '#landing/stats/stats.tsx'
import { sitePath } from '#landing/site-links.ts'
import { t } from '#landing/messages.ts'
import './about.css'

const sections = ['who', 'skill', 'support', 'future'] as const
const terms = ['age', 'place', 'account', 'leave'] as const

export function Page() {
  return (
    <>
      <PageHead title={t('about.headline')} lead={t('about.description')} />
      <Stats />
      <div className="section-box about">
        {sections.map((name) => (
          <section key={name} aria-labelledby={`about-${name}`}>
            <h2 id={`about-${name}`}>{t(`about.${name}.title`)}</h2>
            <p>{t(`about.${name}.text`, { product: t('product.name') })}</p>
          </section>
        ))}
        <section aria-labelledby="about-terms">
          <h2 id="about-terms">{t('about.terms.title')}</h2>
          <ul role="list" className="ticks">
            {terms.map((name) => (
              <li key={name}>{t(`about.terms.${name}`)}</li>
            ))}
          </ul>
          <a className="button" href={sitePath('/contactUs')}>
            {t('about.contact')}
          </a>
        </section>
      </div>
    </>
  )
}
