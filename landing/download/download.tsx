/** Download page of the desktop client (spec 2.14). */
import { Island } from '#landing/live/islands.tsx'
import { PageHead, Section } from '#landing/shell/section.tsx'
import { sitePath } from '#landing/site-links.ts'
import { t } from '#landing/messages.ts'
import './download.css'

const steps = ['first', 'second', 'third'] as const

export function Page() {
  return (
    <>
      <PageHead title={t('download.headline')} lead={t('download.lead')} />
      <div className="section-box">
        <Island name="downloads" />
      </div>
      <Section name="after" title={t('download.after')} tinted>
        <ol role="list" className="steps">
          {steps.map((name) => (
            <li key={name}>{t(`download.${name}`)}</li>
          ))}
        </ol>
        <p className="section-more">
          <a className="button" href={sitePath('/useDoc')}>
            {t('download.guide')}
          </a>
        </p>
      </Section>
    </>
  )
}
