/** Packages: the cards of the price page (spec 2.11) and the short list of the home page. */
import { localName, yuan } from '#client/i18n/format.ts'
import { freeTestRoute } from '#client/routes.ts'
import type { Package } from '#contract/packages.ts'
import { useSiteData } from '#landing/site-data.ts'
import { lang, t, messageOf } from '#landing/messages.ts'
import { formatPackageQuota, createPriceTexts } from '#client/package-texts.ts'

/** Package cards in two groups, selected by radio buttons without JavaScript (spec 2.11). */
export function PackageCards() {
  const groups = groupByMode(useSiteData().packages ?? [])
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
      {mode === 'time' && <CalculatorHint />}
    </fieldset>
  ))
}

function Card({ sold, chosen }: { sold: Package; chosen: boolean }) {
  const { id } = sold
  const { name, price, quota, note: more, about } = createPriceTexts(sold, lang(), messageOf)
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
          aria-label={`${name} ${quota}`}
          aria-describedby={describedBy}
        />
        <span className="package-name">{name}</span>
        <span className="package-price">
          <b>{price}</b>
        </span>
        <span className="package-quota">{quota}</span>
        <span className="package-more">{more}</span>
        <span className="package-about" id={describedBy}>
          {about}
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
function CalculatorHint() {
  return (
    <div className="package-unsure">
      <p>{t('price.unsure')}</p>
      <a href="#calculator">{t('price.calculator.title')}</a>
    </div>
  )
}

/** Short package list of the home page, grouped by billing mode. */
export function PriceTeaser() {
  const groups = groupByMode(useSiteData().packages ?? [])
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

const billingModes = ['char', 'time'] as const

/** Omits modes without packages. */
function groupByMode(
  packages: readonly Package[],
): { mode: (typeof billingModes)[number]; sold: Package[] }[] {
  return billingModes
    .map((mode) => ({ mode, sold: packages.filter((it) => it.translationBillingMode === mode) }))
    .filter(({ sold }) => sold.length > 0)
}

/** Formats the quota of a package (spec 9.6). */
export const quotaOf = (one: Pick<Package, 'num' | 'translationBillingMode'>): string =>
  formatPackageQuota(one, lang(), messageOf)
