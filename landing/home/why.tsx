/** Home page section: three reasons in a carousel (2.10). */
import { reasonPictures } from '#landing/home/pictures/reason-pictures.tsx'
import { Section } from '#landing/shell/section.tsx'
import { Slides } from '#landing/shell/slides.tsx'
import { t } from '#landing/messages.ts'

const names = ['try', 'clear', 'people'] as const

export function Why() {
  const title = t('home.why.title', { product: t('product.name') })
  return (
    <Section name="why" title={title}>
      <Slides
        name="why"
        label={title}
        slides={names.map((name) => ({
          key: name,
          shown: (
            <div className="reason">
              <svg className="panel-picture" viewBox="0 0 240 132" aria-hidden="true">
                {reasonPictures[name]()}
              </svg>
              <div>
                <h3>{t(`home.why.${name}.title`)}</h3>
                <p>{t(`home.why.${name}.text`)}</p>
              </div>
            </div>
          ),
        }))}
      />
    </Section>
  )
}
