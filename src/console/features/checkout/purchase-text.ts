/**
 * A purchase in words: what a package is called and holds, what becomes of what one has, and the
 * question before paying.
 */
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

/** 9.6: characters, ten thousands of them, or months. */
export function holds({ num, translationBillingMode }: Package): string {
  const { unit, amount } = packageQuota(num, translationBillingMode)
  return unit === 'months'
    ? t('buying.months', { amount, count: Number(amount) })
    : t(`quota.${unit}`, { amount })
}

/** 9.9: characters never expire; a package by time is unlimited for so many days. */
export function terms({ num, translationBillingMode }: Package): string {
  return translationBillingMode === 'char'
    ? t('buying.terms.char')
    : t('buying.terms.time', { count: Math.floor(num / minutesPerDay) })
}

/**
 * 2.11: by the Chinese name, whatever language the page speaks; none for packages that the operator
 * has named anew.
 */
export function about({ name }: Package): string | undefined {
  const kind = Object.hasOwn(packageKinds, name) ? packageKinds[name] : undefined
  return kind && t(`buying.about.${kind}`)
}

/**
 * What is left now and what it becomes, where the package is billed otherwise or translated by
 * another channel. Time is told as days: the one date of a preview is that of its table, which has
 * the package in it too.
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

/**
 * Below this many characters, rounding to whole characters makes their ratio too coarse to state.
 */
const leastForRatio = 1_000

/**
 * Why converted characters are fewer: how many of the former channel one character of the new
 * channel counts as.
 */
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

/**
 * 6.4: a monthly package ends the use of sub-accounts for an owner whose membership supports them
 * now.
 */
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

/** The question before paying, with every number in it; what follows from paying is said below. */
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
