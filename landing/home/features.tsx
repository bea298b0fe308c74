/** Feature carousel: advances on its own, pauses on hover and focus (spec 2.10, 9.2). */
import type { ReactNode } from 'react'
import { businessLimits } from '#contract/business-limits.ts'
import { times } from '#contract/limits.ts'
import { Section } from '#landing/shell/section.tsx'
import { Slides } from '#landing/shell/slides.tsx'
import { t, lang } from '#landing/messages.ts'
import { exactCount } from '#client/i18n/format.ts'
import { engines } from '#locales/brand-names.ts'
import { samples } from '#locales/samples/illustrations.ts'

const pictures = {
  languages: LanguagesPicture,
  engines: EnginesPicture,
  billing: BillingPicture,
  reward: RewardPicture,
}
const names = Object.keys(pictures) as (keyof typeof pictures)[]

export function Features() {
  return (
    <Section name="features" title={t('home.features.title')} lead={t('home.features.lead')}>
      <Slides
        name="features"
        label={t('home.features.title')}
        every={times.slideInterval}
        slides={names.map((name) => ({ key: name, content: <Feature name={name} /> }))}
      />
    </Section>
  )
}

function Feature({ name }: { name: keyof typeof pictures }): ReactNode {
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

function LanguagesPicture() {
  return (
    <div className="cloud">
      <strong>{samples.greeting[lang()]}</strong>
      {samples.greeting.others.map((word) => (
        <span key={word}>{word}</span>
      ))}
    </div>
  )
}

/** The engine that the picture highlights. */
const highlighted: (typeof engines)[number] = 'Google'

function EnginesPicture() {
  return (
    <div className="engines">
      {engines.map((name) => (
        <span key={name} className={name === highlighted ? 'engine-on' : undefined}>
          <i />
          {name}
        </span>
      ))}
    </div>
  )
}

/** Days of a monthly package that the picture shows as used. */
const usedDays = 12

function BillingPicture() {
  return (
    <svg viewBox="0 0 360 180" fill="none" strokeWidth="2" strokeLinecap="round">
      <rect className="picture-card" x="10" y="20" width="160" height="140" rx="12" />
      <path
        className="picture-strong"
        d="M34 120v-14M54 120V92M74 120V98M94 120V78M114 120V86M134 120V64"
        strokeWidth="10"
      />
      <path className="picture-line" d="M30 136h120" />
      <rect className="picture-card" x="190" y="20" width="160" height="140" rx="12" />
      {Array.from({ length: businessLimits.monthly.days }, (_, day) => (
        <circle
          key={day}
          className={day < usedDays ? 'picture-dot' : 'picture-dot-on'}
          cx={212 + (day % 6) * 23}
          cy={50 + Math.floor(day / 6) * 22}
          r="6"
        />
      ))}
    </svg>
  )
}

function RewardPicture() {
  return (
    <div className="reward">
      <span className="scene-face">A</span>
      <svg viewBox="0 0 120 40" fill="none" strokeWidth="2" strokeLinecap="round">
        <path d="M6 34C30 0 90 0 114 34" />
      </svg>
      <span className="scene-face">B</span>
      <strong>+{exactCount(businessLimits.inviteReward.characters, lang())}</strong>
    </div>
  )
}
