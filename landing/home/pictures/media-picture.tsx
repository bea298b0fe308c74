/** Illustration of a translated voice message and a translated image. */
import { localeTag } from '#client/i18n/language.ts'
import { lang } from '#landing/messages.ts'
import { chat } from '#locales/chat.ts'
import { samples } from '#locales/samples.ts'

const wave = [6, 12, 20, 10, 24, 16, 28, 12, 18, 8, 22, 14, 26, 10, 16, 6]

export function MediaPicture() {
  const mine = lang()
  const foreign = mine === 'zh' ? 'en' : 'zh'
  return (
    <figure className="scene scene-media" aria-hidden="true">
      <div className="scene-card">
        <svg className="scene-wave" viewBox="0 0 176 32" strokeWidth="5" strokeLinecap="round">
          {wave.map((height, at) => (
            <path key={at} d={`M${at * 11 + 5} ${16 - height / 2}v${height}`} />
          ))}
        </svg>
        <p lang={localeTag(mine)}>{chat[0]![mine]}</p>
      </div>
      <div className="scene-card scene-photo">
        <svg viewBox="0 0 200 120" strokeWidth="2" strokeLinejoin="round" fill="none">
          <path className="scene-box" d="M30 38l70-22 70 22v54l-70 22-70-22z" />
          <path d="M30 38l70 22 70-22M100 60v54M65 27l70 22v18" />
        </svg>
        <span className="scene-sign" lang={localeTag(foreign)}>
          {samples.sign[foreign]}
        </span>
        <p lang={localeTag(mine)}>{samples.sign[mine]}</p>
      </div>
    </figure>
  )
}
