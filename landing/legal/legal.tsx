/** Pages of the service agreement and the privacy policy, with contents (spec 1.10, 1.11). */
import type { ComponentType } from 'react'
import { legalSections, type LegalText } from '#landing/legal/sections.ts'
import { PageHead } from '#landing/shell/section.tsx'
import { siteOwner } from '#landing/site-data.ts'
import { sitePath } from '#landing/site-links.ts'
import { currentMessages, lang, t } from '#landing/messages.ts'
import { WithContents } from '#landing/with-contents/with-contents.tsx'
import './legal.css'

const pages = {
  agreement: { title: 'frame.nav.terms', other: 'privacy', otherRoute: '/privacy' },
  privacy: { title: 'frame.nav.privacy', other: 'agreement', otherRoute: '/terms' },
} as const

export function legalPage(text: LegalText): ComponentType {
  return () => <LegalPage text={text} />
}

function LegalPage({ text }: { text: LegalText }) {
  const sections = legalSections(text, currentMessages(), lang())
  const { companyName } = siteOwner()
  const { title: pageTitle, other, otherRoute } = pages[text]
  return (
    <>
      <PageHead title={t(pageTitle)} lead={t(`legal.${text}.lead`)} />
      <WithContents parts={sections.map(({ name, title }) => ({ id: name, title }))}>
        <article className="legal-text">
          <dl className="legal-facts">
            {companyName && (
              <div>
                <dt>{t('legal.operator')}</dt>
                <dd>{companyName}</dd>
              </div>
            )}
            <div>
              <dt>{t('legal.updated')}</dt>
              <dd>{t('legal.date')}</dd>
            </div>
          </dl>
          {sections.map(({ name, title, clauses }) => (
            <section key={name} id={name} aria-labelledby={`${name}-title`}>
              <h2 id={`${name}-title`}>{title}</h2>
              <ul>
                {clauses.map((clause) => (
                  <li key={clause}>{clause}</li>
                ))}
              </ul>
            </section>
          ))}
          <p className="legal-more">
            <a className="button" href={sitePath('/contactUs')}>
              {t('frame.nav.contactUs')}
            </a>
            <a className="button" href={sitePath(otherRoute)}>
              {t(pages[other].title)}
            </a>
          </p>
        </article>
      </WithContents>
    </>
  )
}
