/** Feature carousel: advances every three seconds, pauses on hover and focus (2.10, 9.2). */
import type { ReactNode } from 'react'
import { times } from '#contract/limits.ts'
import {
  BillingPicture,
  EnginesPicture,
  LanguagesPicture,
  RewardPicture,
} from '#landing/home/pictures/feature-pictures.tsx'
import { Section } from '#landing/shell/section.tsx'
import { Slides } from '#landing/shell/slides.tsx'
import { t } from '#landing/messages.ts'

const pictures = {
  languages: LanguagesPicture,
  engines: EnginesPicture,
  billing: BillingPicture,
  reward: RewardPicture,
}
const names = ['languages', 'engines', 'billing', 'reward'] as const

export function Features() {
  return (
    <Section name="features" title={t('home.features.title')} lead={t('home.features.lead')}>
      <Slides
        name="features"
        label={t('home.features.title')}
        every={times.slider}
        slides={names.map((name) => ({ key: name, shown: <Feature name={name} /> }))}
      />
    </Section>
  )
}

function Feature({ name }: { name: (typeof names)[number] }): ReactNode {
  const Picture = pictures[name]
  return (
    <div className="feature">
      <div>
        <h3>{t(`home.features.${name}.title`)}</h3>
        <p>{t(`home.features.${name}.text`)}</p>
      </div>
      <div className="feature-picture" aria-hidden="true">
        <Picture />
      </div>
    </div>
  )
}
