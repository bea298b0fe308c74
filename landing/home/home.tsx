/** Home page (spec 2.10). */
import { freeTestRoute } from '#client/routes.ts'
import { Features } from '#landing/home/features.tsx'
import { Hero } from '#landing/home/hero.tsx'
import { Panels } from '#landing/home/panels.tsx'
import { Stats } from '#landing/stats/stats.tsx'
import { Why } from '#landing/home/why.tsx'
import { Arch, Section } from '#landing/shell/section.tsx'
import { Island } from '#landing/live/islands.tsx'
import { sitePath } from '#landing/site-links.ts'
import { t } from '#landing/messages.ts'
import { faqQuestions } from '#landing/contents.ts'
import './faq.css'
import './features.css'
import './hero.css'
import './home.css'
import './panels.css'
import './phone.css'
import './pictures.css'
import './teaser.css'

export function Page() {
  return (
    <>
      <Hero />
      <Stats />
      <Features />
      <Panels />
      <Why />
      <Craft />
      <Section name="prices" title={t('home.teaser.title')} lead={t('home.teaser.lead')} tinted>
        <Island name="teaser" />
        <p className="section-more">
          <a className="button" href={sitePath('/price')}>
            {t('home.teaser.more')}
          </a>
        </p>
      </Section>
      <Faq />
      <section className="last" aria-labelledby="last-title">
        <Arch name="last-arch" shape={{ centre: 1200, radiusX: 640, radiusY: 344, deck: 400 }} />
        <h2 id="last-title">{t('home.last.title')}</h2>
        <p>{t('home.last.text')}</p>
        <a className="button button-primary button-large for-trial" href={freeTestRoute}>
          {t('home.start')}
        </a>
        <a className="button button-primary button-large for-paying" href="/UserCenterIndex">
          {t('home.console')}
        </a>
      </section>
    </>
  )
}

/** Home page section: short company statement (spec 2.10). */
function Craft() {
  const product = t('product.name')
  return (
    <section className="craft" aria-labelledby="craft-title">
      <h2 id="craft-title">{t('home.craft.title')}</h2>
      <div>
        <p>{t('home.craft.first', { product })}</p>
        <p>{t('home.craft.second')}</p>
      </div>
    </section>
  )
}

/** FAQ accordion that works without JavaScript. */
function Faq() {
  return (
    <Section name="faq" title={t('home.faq.title')}>
      <div className="faq">
        {faqQuestions.map((name, index) => (
          <details key={name} open={index === 0}>
            <summary>{t(`home.faq.${name}.q`)}</summary>
            <p>{t(`home.faq.${name}.a`)}</p>
          </details>
        ))}
      </div>
    </Section>
  )
}
