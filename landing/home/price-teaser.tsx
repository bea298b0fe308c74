/** Short package list of the home page, grouped by billing mode. */
import { localName, yuan } from '#client/i18n/format.ts'
import { byMode } from '#landing/price/by-mode.ts'
import { quotaOf } from '#landing/price/quota-of.ts'
import { useSiteData } from '#landing/site-data.ts'
import { lang, t } from '#landing/messages.ts'

export function PriceTeaser() {
  const groups = byMode(useSiteData().packages ?? [])
  if (groups.length === 0) return <p className="teaser-none">{t('home.teaser.none')}</p>
  return (
    <div className="teaser">
      {groups.map(({ mode, sold }) => (
        <div key={mode} className="teaser-group">
          <h3>{t(`home.teaser.${mode}`)}</h3>
          <ul>
            {sold.map((it) => (
              <li key={it.id}>
                <strong>{localName(it, lang())}</strong>
                <span>{quotaOf(it)}</span>
                <b>{yuan(it.salePrice, lang())}</b>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </div>
  )
}
