/** The eight product functions, each with an illustration (1.5, 2.10). */
import { panelPictures } from '#landing/home/pictures/panel-pictures.tsx'
import { Section } from '#landing/shell/section.tsx'
import { sitePath } from '#landing/site-links.ts'
import { t } from '#landing/messages.ts'
import { chatApps } from '#locales/chat-apps.ts'

const names = ['chat', 'media', 'replies', 'notes', 'mass', 'ai', 'proxy', 'fans'] as const

export function Panels() {
  return (
    <Section name="functions" title={t('home.panels.title')} lead={t('home.panels.lead')} tinted>
      <ul className="panels">
        {names.map((name) => (
          <li key={name} className="panel">
            <svg
              className="panel-picture"
              width="240"
              height="132"
              viewBox="0 0 240 132"
              aria-hidden="true"
            >
              {panelPictures[name]}
            </svg>
            <h3>{t(`home.panels.${name}.title`)}</h3>
            <p>{t(`home.panels.${name}.text`)}</p>
          </li>
        ))}
      </ul>
      <div className="apps">
        <h3 id="apps-title">{t('home.panels.apps')}</h3>
        <ul aria-labelledby="apps-title">
          {chatApps.map((name) => (
            <li key={name} lang="en" translate="no">
              {name}
            </li>
          ))}
          <li className="apps-more">{t('home.panels.appsMore')}</li>
        </ul>
      </div>
      <p className="section-more">
        <a className="button" href={sitePath('/useDoc')}>
          {t('home.panels.more')}
        </a>
      </p>
    </Section>
  )
}
