/** Texts of distributions, with all amounts in words. */
import { exactCount } from '#client/i18n/format.ts'
import { localeTag } from '#client/i18n/language.ts'
import {
  preview,
  units,
  type Amounts,
  type Move,
  type Unit,
} from '#console/features/distribution/balance.ts'
import { t } from '#console/refine/i18n.ts'

/**
 * For example `10,000 characters and 5 voice units`. `of` defaults to the units that are not zero.
 */
export function amountsInWords(amounts: Amounts, of: readonly Unit[] = moved(amounts)): string {
  const text = of.map((unit) =>
    t(`ledger.amount.${unit}`, { amount: exactCount(amounts[unit]), count: amounts[unit] }),
  )
  return new Intl.ListFormat(localeTag(), { type: 'conjunction' }).format(text)
}

/** The confirmation: the amounts moved, and the resulting balances. */
export function question(move: Move, names: readonly string[]): string {
  const each = amountsInWords(move.each)
  const main = amountsInWords(
    amountsOf((unit) => preview(move, unit).main.after),
    moved(move.each),
  )
  if (names.length > 1) {
    const all = amountsInWords(amountsOf((unit) => move.each[unit] * names.length))
    return t('ledger.distribution.ask.giveMany', { count: names.length, each, all, main })
  }
  const sub = amountsInWords(
    amountsOf((unit) => preview(move, unit).subs[0]?.after ?? 0),
    moved(move.each),
  )
  return t(`ledger.distribution.ask.${move.direction}`, { name: names[0] ?? '', each, main, sub })
}

/** Describes a distribution that was sent earlier. */
export function resultSentence(
  { direction, each }: Pick<Move, 'direction' | 'each'>,
  names: readonly string[],
): string {
  const amounts = amountsInWords(each)
  return names.length === 1
    ? t(`ledger.distribution.told.${direction}`, { name: names[0] ?? '', each: amounts })
    : t('ledger.distribution.told.giveMany', { count: names.length, each: amounts })
}

/** The success message, with amounts and account names. */
export function doneSentence(
  { direction, each }: Pick<Move, 'direction' | 'each'>,
  names: readonly string[],
): string {
  const amounts = amountsInWords(each)
  return names.length === 1
    ? t(`ledger.distribution.done.${direction}`, { name: names[0] ?? '', each: amounts })
    : t('ledger.distribution.done.giveMany', { count: names.length, each: amounts })
}

const moved = (amounts: Amounts) => units.filter((unit) => amounts[unit] > 0)
const amountsOf = (of: (unit: Unit) => number) =>
  Object.fromEntries(units.map((unit) => [unit, of(unit)])) as Amounts
