/** Illustrations of the features: languages, engines, billing modes and rewards. */
import { exactCount } from '#client/i18n/format.ts'
import { limits } from '#contract/limits.ts'
import { lang } from '#landing/messages.ts'
import { engines, samples } from '#locales/samples.ts'

export function LanguagesPicture() {
  return (
    <div className="cloud">
      <strong>{samples.greeting[lang()]}</strong>
      {samples.greeting.others.map((word) => (
        <span key={word}>{word}</span>
      ))}
    </div>
  )
}

export function EnginesPicture() {
  return (
    <div className="engines">
      {engines.map((name, index) => (
        <span key={name} className={index === 2 ? 'engine-on' : undefined}>
          <i />
          {name}
        </span>
      ))}
    </div>
  )
}

export function BillingPicture() {
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
      {Array.from({ length: 30 }, (_, day) => (
        <circle
          key={day}
          className={day < 12 ? 'picture-dot' : 'picture-dot-on'}
          cx={212 + (day % 6) * 23}
          cy={50 + Math.floor(day / 6) * 22}
          r="6"
        />
      ))}
    </svg>
  )
}

export function RewardPicture() {
  return (
    <div className="reward">
      <span className="scene-face">A</span>
      <svg viewBox="0 0 120 40" fill="none" strokeWidth="2" strokeLinecap="round">
        <path d="M6 34C30 0 90 0 114 34" />
      </svg>
      <span className="scene-face">B</span>
      <strong>+{exactCount(limits.reward.invited, lang())}</strong>
    </div>
  )
}
