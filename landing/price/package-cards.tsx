/** Package cards in two groups, selected by radio buttons without JavaScript (2.11). */
import { exactCount, localName, yuan } from '#client/i18n/format.ts'
import { freeTestRoute } from '#client/routes.ts'
import type { Package } from '#contract/packages.ts'
import { messagesIn, typical } from '#landing/price/arithmetic.ts'
import { byMode } from '#landing/price/by-mode.ts'
import { quotaOf } from '#landing/price/quota-of.ts'
import { useSiteData } from '#landing/site-data.ts'
import { lang, t } from '#landing/messages.ts'
import { packageKinds } from '#locales/package-kinds.ts'

export function PackageCards() {
  const groups = byMode(useSiteData().packages ?? [])
  if (groups.length === 0) return <p className="packages-none">{t('price.none')}</p>
  const chosen = groups[0]!.sold[0]
  return groups.map(({ mode, sold }) => (
    <fieldset key={mode} className="packages">
      <legend>
        <strong>{t(`price.${mode}.title`)}</strong> <span>{t(`price.${mode}.text`)}</span>
      </legend>
      {sold.map((it) => (
        <Card key={it.id} sold={it} chosen={it === chosen} />
      ))}
      {mode === 'time' && <Unsure />}
    </fieldset>
  ))
}

function Card({ sold, chosen }: { sold: Package; chosen: boolean }) {
  const { id, name, translationBillingMode: mode, salePrice, num } = sold
  const shownName = localName(sold, lang())
  const query = `?package=${encodeURIComponent(id)}`
  const describedBy = `package-${id}-about`
  return (
    <div className="package">
      <label className="package-face">
        <input
          type="radio"
          name="package"
          value={id}
          defaultChecked={chosen}
          aria-label={`${shownName} ${quotaOf(sold)}`}
          aria-describedby={describedBy}
        />
        <span className="package-name">{shownName}</span>
        <span className="package-price">
          <b>{yuan(salePrice, lang())}</b>
        </span>
        <span className="package-quota">{quotaOf(sold)}</span>
        <span className="package-more">
          {mode === 'time' ? t('price.unlimited') : messages(num, salePrice)}
        </span>
        <span className="package-about" id={describedBy}>
          {t(`price.kind.${packageKinds[name] ?? mode}`)}
        </span>
        <span className="button package-choose" aria-hidden="true">
          {t('price.choose')}
        </span>
        <span className="package-chosen" aria-hidden="true">
          {t('price.chosen')}
        </span>
      </label>
      <a className="button button-primary package-trial for-trial" href={freeTestRoute + query}>
        {t('price.trial')}
      </a>
      <a
        className="button button-primary package-trial for-paying"
        href={`/UserCenterRecharge${query}`}
      >
        {t('price.buy')}
      </a>
    </div>
  )
}

/** Hint after the last card that links to the calculator. */
function Unsure() {
  return (
    <div className="package-unsure">
      <p>{t('price.unsure')}</p>
      <a href="#calculator">{t('price.calculator.title')}</a>
    </div>
  )
}

/** Number of messages in the package, and the cost per thousand. */
function messages(characters: number, cents: number): string {
  const count = messagesIn(characters, typical.length)
  return t('price.messages', {
    characters: exactCount(characters, lang()),
    count: exactCount(count, lang()),
    cost: yuan(Math.round((cents * 1_000) / Math.max(1, count)), lang()),
  })
}
