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
  const initiallyChosen = groups[0]!.packages[0]
  return groups.map(({ mode, packages }) => (
    <fieldset key={mode} className="packages">
      <legend>
        <strong>{t(`price.${mode}.title`)}</strong> <span>{t(`price.${mode}.text`)}</span>
      </legend>
      {packages.map((pkg) => (
        <PackageCard key={pkg.id} pkg={pkg} isInitial={pkg === initiallyChosen} />
      ))}
      {mode === 'time' && <CalculatorHint />}
    </fieldset>
  ))
}

function PackageCard({ pkg, isInitial }: { pkg: Package; isInitial: boolean }) {
  const { id } = pkg
  const { name, price, quota, note, about } = createPriceTexts(pkg, lang(), messageOf)
  const query = `?package=${encodeURIComponent(id)}`
  const describedBy = `package-${id}-about`
  return (
    <div className="package">
      <label className="package-face">
        <input
          type="radio"
          name="package"
          value={id}
          defaultChecked={isInitial}
          aria-label={`${name} ${quota}`}
          aria-describedby={describedBy}
        />
        <span className="package-name">{name}</span>
        <span className="package-price">
          <b>{price}</b>
        </span>
        <span className="package-quota">{quota}</span>
        <span className="package-note">{note}</span>
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
      <a
        className="button button-primary package-trial for-trial"
        href={freeTestRoute + query}
        data-act="trial"
        data-package={JSON.stringify(pkg)}
      >
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
      {groups.map(({ mode, packages }) => (
        <div key={mode} className="teaser-group">
          <h3>{t(`home.teaser.${mode}`)}</h3>
          <ul>
            {packages.map((pkg) => (
              <li key={pkg.id}>
                <strong>{localName(pkg, lang())}</strong>
                <span>{quotaOf(pkg)}</span>
                <b>{yuan(pkg.salePrice, lang())}</b>
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
  all: readonly Package[],
): { mode: (typeof billingModes)[number]; packages: Package[] }[] {
  return billingModes
    .map((mode) => ({ mode, packages: all.filter((pkg) => pkg.translationBillingMode === mode) }))
    .filter(({ packages }) => packages.length > 0)
}

/** Formats the quota of a package (spec 9.6). */
export const quotaOf = (pkg: Pick<Package, 'num' | 'translationBillingMode'>): string =>
  formatPackageQuota(pkg, lang(), messageOf)
