/** Amounts of quota in words. */
import { exactCount } from '#client/i18n/format.ts'
import { localeTag } from '#client/i18n/language.ts'
import { units, type Amounts, type Unit } from '#console/features/distribution/balance.ts'
import { t } from '#console/refine/i18n.ts'

/**
 * For example `10,000 characters and 5 voice units`. `selectedUnits` defaults to the units that are
 * not zero.
 */
export function formatAmounts(
  amounts: Amounts,
  selectedUnits: readonly Unit[] = nonZeroUnits(amounts),
): string {
  const text = selectedUnits.map((unit) =>
    t(`ledger.amount.${unit}`, { amount: exactCount(amounts[unit]), count: amounts[unit] }),
  )
  return new Intl.ListFormat(localeTag(), { type: 'conjunction' }).format(text)
}

export const nonZeroUnits = (amounts: Amounts): readonly Unit[] =>
  units.filter((unit) => amounts[unit] > 0)
