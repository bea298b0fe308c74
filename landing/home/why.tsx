/** Why us: three reasons, turned by arrows (2.10). */
import { Section } from '#landing/shell/section.tsx'
import { Slides } from '#landing/shell/slides.tsx'
import { t } from '#landing/words.ts'

const names = ['try', 'clear', 'people'] as const

export function Why() {
  const title = t('home.why.title', { product: t('product.name') })
  return (
    <Section name="why" title={title}>
      <Slides
        name="why"
        label={title}
        slides={names.map((name, index) => ({
          key: name,
          shown: (
            <div className="reason">
              <span aria-hidden="true">{index + 1}</span>
              <h3>{t(`home.why.${name}.title`)}</h3>
              <p>{t(`home.why.${name}.text`)}</p>
            </div>
          ),
        }))}
      />
    </Section>
  )
}
