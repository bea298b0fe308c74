/** Price page (spec 2.11). */
import { Island } from '#landing/live/islands.tsx'
import { typicalUsage } from '#client/package-texts.ts'
import { PageHead, Section } from '#landing/shell/section.tsx'
import { t } from '#landing/messages.ts'
import './price.css'
import './calculator.css'

const notes = ['trial', 'char', 'time', 'fail', 'pay'] as const

export function Page() {
  return (
    <>
      <PageHead
        title={t('price.headline')}
        lead={t('price.lead', { length: typicalUsage.charactersPerMessage })}
      />
      <div className="section-box price-packages">
        <Island name="packages" />
      </div>
      <Section
        name="calculator"
        title={t('price.calculator.title')}
        lead={t('price.calculator.lead')}
        tinted
      >
        <Island name="calculator" />
      </Section>
      <Section name="notes" title={t('price.notes.title')}>
        <ul role="list" className="ticks">
          {notes.map((name) => (
            <li key={name}>{t(`price.notes.${name}`)}</li>
          ))}
        </ul>
      </Section>
    </>
  )
}
