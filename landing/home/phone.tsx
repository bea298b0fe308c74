/** Sample chat in a phone frame, each message with its translation. */
import { localeTag } from '#client/i18n/language.ts'
import { t } from '#landing/messages.ts'
import { chat } from '#locales/chat.ts'

export function Phone() {
  return (
    <figure className="phone" aria-label={t('home.chat.label')}>
      <div className="phone-top">
        <span className="phone-face" aria-hidden="true" />
        <span>
          <strong>{t('home.chat.contact')}</strong>
          <small>{t('home.chat.online')}</small>
        </span>
      </div>
      <div className="phone-chat">
        {chat.map(({ by, zh, en }) => {
          const [source, target] =
            by === 'seller' ? (['zh', 'en'] as const) : (['en', 'zh'] as const)
          const text = { zh, en }
          return (
            <div key={en} className={`bubble bubble-${by}`}>
              <p lang={localeTag(source)}>{text[source]}</p>
              <svg
                className="bubble-arc"
                viewBox="0 0 100 8"
                preserveAspectRatio="none"
                aria-hidden="true"
              >
                <path d="M0 7.5C25 -1.5 75 -1.5 100 7.5" />
              </svg>
              <p className="bubble-translation" lang={localeTag(target)}>
                {text[target]}
              </p>
            </div>
          )
        })}
      </div>
      <div className="phone-type">
        <span>{t('home.chat.type')}</span>
        <svg
          width="38"
          height="38"
          viewBox="0 0 20 20"
          fill="none"
          strokeWidth="1.8"
          strokeLinecap="round"
          strokeLinejoin="round"
          aria-hidden="true"
        >
          <path d="M10 16V4M5 9l5-5 5 5" />
        </svg>
      </div>
    </figure>
  )
}
