/** Packages on sale in two groups (spec 2.31), as native radio buttons styled as cards. */
import { useId } from 'react'
import { localName, yuan } from '#client/i18n/format.ts'
import { Prose } from '#client/i18n/prose.tsx'
import { t } from '#console/refine/i18n.ts'
import { about, holds, terms } from '#console/features/checkout/purchase-text.ts'
import { CheckIcon } from '#console/ui/icons.tsx'
import { BillingMode } from '#contract/base-codes.ts'
import type { Package } from '#contract/packages.ts'

type Props = {
  packages: readonly Package[]
  chosen: Package
  /** Id of the current package. */
  current: string
  onChoose: (id: string) => void
}

export function PackageCards({ packages, chosen, current, onChoose }: Props) {
  const id = useId()
  const groups = BillingMode.options
    .map((mode) => ({
      mode,
      all: packages.filter(({ translationBillingMode }) => translationBillingMode === mode),
    }))
    .filter(({ all }) => all.length > 0)
  return (
    <div role="radiogroup" aria-label={t('buying.choose.packages')} className="package-groups">
      {groups.map(({ mode, all }) => (
        <section key={mode} aria-labelledby={`${id}-${mode}`}>
          <h2 id={`${id}-${mode}`}>{t(`buying.groups.${mode}.title`)}</h2>
          <p>{t(`buying.groups.${mode}.help`)}</p>
          <div className="package-cards">
            {all.map((one) => (
              <label key={one.id} className="choice-card">
                <input
                  type="radio"
                  name={id}
                  checked={one === chosen}
                  onChange={() => onChoose(String(one.id))}
                />
                <Card one={one} current={String(one.id) === current} />
              </label>
            ))}
          </div>
        </section>
      ))}
    </div>
  )
}

function Card({ one, current }: { one: Package; current: boolean }) {
  const description = about(one)
  return (
    <>
      <span className="package-name">
        {localName(one)}
        <i className="chosen-mark">
          <CheckIcon />
        </i>
      </span>
      <b className="package-holds">{holds(one)}</b>
      <small>
        <Prose>{terms(one)}</Prose>
      </small>
      {description && (
        <small>
          <Prose>{description}</Prose>
        </small>
      )}
      <span className="package-price">
        {yuan(one.salePrice)}
        {current && <small className="tag">{t('buying.choose.current')}</small>}
      </span>
    </>
  )
}
