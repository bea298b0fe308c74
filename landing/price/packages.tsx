/** Packages: the cards of the price page (spec 2.11) and the short list of the home page. */
import { exactCount, localName, yuan, packageQuota } from '#client/i18n/format.ts'
import { freeTestRoute } from '#client/routes.ts'
import type { Package } from '#contract/packages.ts'
import { messagesIn, typical } from '#landing/price/arithmetic.ts'
import { useSiteData } from '#landing/site-data.ts'
import { lang, t } from '#landing/messages.ts'
import { packageKinds } from '#locales/package-kinds.ts'

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
          {mode === 'time' ? t('price.unlimited') : messageEstimate(num, salePrice)}
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
function CalculatorHint() {
  return (
    <div className="package-unsure">
      <p>{t('price.unsure')}</p>
      <a href="#calculator">{t('price.calculator.title')}</a>
    </div>
  )
}

/** Number of messages in the package, and the cost per thousand. */
function messageEstimate(characters: number, cents: number): string {
  const count = messagesIn(characters, typical.length)
  return t('price.messages', {
    characters: exactCount(characters, lang()),
    count: exactCount(count, lang()),
    cost: yuan(Math.round((cents * 1_000) / Math.max(1, count)), lang()),
  })
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
export function quotaOf({
  num,
  translationBillingMode,
}: Pick<Package, 'num' | 'translationBillingMode'>): string {
  const { unit, amount } = packageQuota(num, translationBillingMode, lang())
  return unit === 'months'
    ? t('frame.quota.months', { amount, count: Number(amount) })
    : t(`quota.${unit}`, { amount })
}
