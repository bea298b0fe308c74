/** The packages in a line each, to show that prices are plain. */
import { yuan } from '#client/format.ts'
import { quotaOf } from '#landing/price/quota-of.ts'
import { useSiteData } from '#landing/site-data.ts'
import { lang, t } from '#landing/words.ts'
import { localName } from '#client/format.ts'

export function PriceTeaser() {
  const { packages } = useSiteData()
  if (!packages?.length) return <p className="teaser-none">{t('home.teaser.none')}</p>
  return (
    <ul className="teaser">
      {packages.map((sold) => (
        <li key={sold.id}>
          <strong>{localName(sold, lang())}</strong>
          <span>{quotaOf(sold)}</span>
          <b>{yuan(sold.salePrice, lang())}</b>
        </li>
      ))}
    </ul>
  )
}
