/** Illustration of quota distributed from the main account to three sub-accounts. */
import { exactCount } from '#client/i18n/format.ts'
import { lang, t } from '#landing/messages.ts'
import { samples } from '#locales/samples.ts'

const share = 10_000

export function TeamPicture() {
  return (
    <figure className="scene scene-team" aria-hidden="true">
      <div className="scene-card scene-main">
        <small>{t('home.team.main')}</small>
        <strong>{exactCount(20 * share, lang())}</strong>
        <small>{t('home.team.left')}</small>
      </div>
      <svg
        className="scene-arcs"
        viewBox="0 0 300 90"
        fill="none"
        strokeLinecap="round"
        preserveAspectRatio="none"
      >
        <path
          d="M150 0C150 60 50 30 50 90M150 0v90M150 0c0 60 100 30 100 90"
          vectorEffect="non-scaling-stroke"
        />
      </svg>
      <div className="scene-people">
        {samples.team.map(({ name, share: part }) => (
          <div key={name} className="scene-card">
            <span className="scene-face">{name[0]}</span>
            <b>{name}</b>
            <small>{exactCount(part * 1_000, lang())}</small>
            <svg className="scene-meter" viewBox="0 0 50 4" preserveAspectRatio="none">
              <rect width={part} height="4" />
            </svg>
          </div>
        ))}
      </div>
    </figure>
  )
}
