/** Texts of a purchase: package contents, conversion of the remaining quota, confirmation. */
import { exactCount, localName, packageQuota, yuan } from '#client/i18n/format.ts'
import { language, localeTag } from '#client/i18n/language.ts'
import { fromWire } from '#client/i18n/time.ts'
import type { PayChannel } from '#console/features/checkout/effects.ts'
import { t } from '#console/refine/i18n.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import type { Holding, orders } from '#contract/orders.ts'
import type { Package } from '#contract/packages.ts'
import type { User } from '#contract/users.ts'
import { packageKinds } from '#locales/package-kinds.ts'

export type Quote = OutputOf<typeof orders.quote>
export type NameOf = (channel: Holding['tranChannelId']) => string

const minutesPerDay = 60 * 24

/** Spec 9.6: characters, units of ten thousand characters, or months. */
export function holds({ num, translationBillingMode }: Package): string {
  const { unit, amount } = packageQuota(num, translationBillingMode)
  return unit === 'months'
    ? t('buying.months', { amount, count: Number(amount) })
    : t(`quota.${unit}`, { amount })
}

/** Spec 9.9: characters never expire; packages by time are unlimited for a number of days. */
export function terms({ num, translationBillingMode }: Package): string {
  return translationBillingMode === 'char'
    ? t('buying.terms.char')
    : t('buying.terms.time', { count: Math.floor(num / minutesPerDay) })
}

/**
 * Description of a package (spec 2.11), looked up by its Chinese name; undefined if it was renamed.
 */
export function about({ name }: Package): string | undefined {
  const kind = Object.hasOwn(packageKinds, name) ? packageKinds[name] : undefined
  return kind && t(`buying.about.${kind}`)
}

/**
 * Describes how the remaining quota is converted if the billing mode or the channel changes. Time
 * is given in days, because the end date of a quote already includes the new package.
 */
export function conversion({ before, turned }: Quote, nameOf: NameOf): string | undefined {
  if (!turned || !hasAny(before)) return undefined
  const chars = exactCount(turned.usableCharNum)
  const days = daysUntil(turned.expireDateTime)
  if (before.translationBillingMode !== turned.translationBillingMode)
    return turned.translationBillingMode === 'time'
      ? t('buying.order.turnedToTime', { chars: exactCount(before.usableCharNum), days })
      : t('buying.order.turnedToChars', { until: before.expireDateTime ?? '', chars })
  const [from, to] = [nameOf(before.tranChannelId), nameOf(turned.tranChannelId)]
  if (turned.translationBillingMode === 'time')
    return t('buying.order.turnedTimeChannel', { to, days })
  const converted = t('buying.order.turnedChannel', {
    from,
    to,
    before: exactCount(before.usableCharNum),
    chars,
  })
  return turned.usableCharNum < before.usableCharNum
    ? [converted, priceReason(before, turned, { from, to })].join(language() === 'en' ? ' ' : '')
    : converted
}

function daysUntil(end: string | null | undefined): string {
  const minutes = end ? Math.max(0, fromWire(end).getTime() - Date.now()) / 60_000 : 0
  const format = new Intl.NumberFormat(localeTag(), { maximumFractionDigits: 1 })
  return format.format(minutes / minutesPerDay)
}

/** Below this many characters, rounding to whole characters makes the ratio too coarse to show. */
const leastForRatio = 1_000

/** Explains why converted characters are fewer: the price ratio of the two channels. */
function priceReason(
  before: Holding,
  turned: Holding,
  names: { from: string; to: string },
): string {
  if (turned.usableCharNum < leastForRatio) return t('buying.order.dearer', names)
  const ratio = new Intl.NumberFormat(localeTag(), { maximumFractionDigits: 2 }).format(
    before.usableCharNum / turned.usableCharNum,
  )
  return t('buying.order.dearerBy', { ...names, ratio })
}

/** Spec 6.4: a monthly package disables sub-accounts of an owner whose membership supports them. */
export const endsSubAccounts = ({ translationBillingMode }: Package, me: User | null): boolean =>
  translationBillingMode === 'time' && Boolean(me?.createChildUser)

type Purchase = {
  chosen: Package
  quantity: number
  payChannel: PayChannel
  amount: number
  quote: Quote | undefined
  nameOf: NameOf
  me: User | null
}

/** The confirmation before payment: all amounts, then the consequences. */
export function question({
  chosen,
  quantity,
  payChannel,
  amount,
  quote,
  nameOf,
  me,
}: Purchase): string {
  const asked = t('buying.order.ask', {
    channel: t(`codes.payChannel.${payChannel}`),
    amount: yuan(amount),
    count: quantity,
    name: localName(chosen),
  })
  const subAccounts = endsSubAccounts(chosen, me) && t('buying.order.noSubAccounts')
  return [asked, quote && conversion(quote, nameOf), quote && afterwards(quote.after), subAccounts]
    .filter(Boolean)
    .join('\n')
}

function afterwards({ translationBillingMode, usableCharNum, expireDateTime }: Holding): string {
  return translationBillingMode === 'time'
    ? t('buying.order.afterTime', { until: expireDateTime ?? '' })
    : t('buying.order.afterChars', { chars: exactCount(usableCharNum) })
}

const hasAny = ({ translationBillingMode, usableCharNum, expireDateTime }: Holding) =>
  translationBillingMode === 'char' ? usableCharNum > 0 : Boolean(expireDateTime)
