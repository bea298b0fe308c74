/** Illustration of the login page: chat messages joined to their translations by arcs. */
import { localeTag } from '#client/i18n/language.ts'
import { t } from '#landing/messages.ts'
import { chat } from '#locales/chat.ts'

export function Banner() {
  return (
    <aside className="banner">
      <div className="banner-pairs" aria-hidden="true">
        {chat.slice(0, 2).map(({ by, zh, en }) => (
          <div key={en} className={`pair pair-${by}`}>
            <p className="pair-source" lang={localeTag(by === 'seller' ? 'zh' : 'en')}>
              {by === 'seller' ? zh : en}
            </p>
            <span className="pair-link">
              <svg viewBox="0 0 100 100" preserveAspectRatio="none">
                <path d="M0 0C70 0 100 30 100 100" />
              </svg>
            </span>
            <p className="pair-target" lang={localeTag(by === 'seller' ? 'en' : 'zh')}>
              {by === 'seller' ? en : zh}
            </p>
          </div>
        ))}
      </div>
      <p className="banner-slogan">{t('product.slogan')}</p>
    </aside>
  )
}
