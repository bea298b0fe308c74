/** FAQ accordion that works without JavaScript. */
import { questions } from '#landing/home/questions.ts'
import { Section } from '#landing/shell/section.tsx'
import { t } from '#landing/messages.ts'

export function Faq() {
  return (
    <Section name="faq" title={t('home.faq.title')}>
      <div className="faq">
        {questions.map((name, index) => (
          <details key={name} open={index === 0}>
            <summary>{t(`home.faq.${name}.q`)}</summary>
            <p>{t(`home.faq.${name}.a`)}</p>
          </details>
        ))}
      </div>
    </Section>
  )
}
