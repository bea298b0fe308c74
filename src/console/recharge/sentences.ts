/** A purchase in words: what a package is called and holds, what becomes of what one has, and the question before paying. */
import { exactCount, localName, packageQuota, yuan } from '#client/format.ts'
import type { PayChannel } from '#console/paying/ways.ts'
import { t } from '#console/providers/i18n.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import type { Holding, orders } from '#contract/orders.ts'
import type { Package } from '#contract/packages.ts'
import { packageKinds } from '#locales/package-kinds.ts'

export type Quote = OutputOf<typeof orders.quote>
export type NameOf = (channel: Holding['tranChannelId']) => string

const minutesPerDay = 60 * 24

/** 9.6: characters, ten thousands of them, or months. */
export function holds({ num, translationBillingMode }: Package): string {
  const { unit, amount } = packageQuota(num, translationBillingMode)
  return unit === 'months' ? t('buying.months', { amount, count: Number(amount) }) : t(`quota.${unit}`, { amount })
}

/** 9.9: characters never expire; a package by time is unlimited for so many days. */
export function terms({ num, translationBillingMode }: Package): string {
  return translationBillingMode === 'char' ? t('buying.terms.char') : t('buying.terms.time', { count: Math.floor(num / minutesPerDay) })
}

/** 2.11: by the Chinese name, whatever language the page speaks; none for packages that the operator has named anew. */
export function about({ name }: Package): string | undefined {
  const kind = Object.hasOwn(packageKinds, name) ? packageKinds[name] : undefined
  return kind && t(`buying.about.${kind}`)
}

/** What is left now and what it becomes, where the package is billed otherwise or translated by another channel. */
export function conversion({ before, turned }: Quote, nameOf: NameOf): string | undefined {
  if (!turned || !hasAny(before)) return undefined
  const chars = exactCount(turned.usableCharNum)
  const until = turned.expireDateTime ?? ''
  if (before.translationBillingMode !== turned.translationBillingMode)
    return turned.translationBillingMode === 'time'
      ? t('buying.order.turnedToTime', { chars: exactCount(before.usableCharNum), until })
      : t('buying.order.turnedToChars', { until: before.expireDateTime ?? '', chars })
  const to = nameOf(turned.tranChannelId)
  return turned.translationBillingMode === 'char'
    ? t('buying.order.turnedChannel', { from: nameOf(before.tranChannelId), to, before: exactCount(before.usableCharNum), chars })
    : t('buying.order.turnedTimeChannel', { to, before: before.expireDateTime ?? '', until })
}

type Purchase = { chosen: Package; quantity: number; payChannel: PayChannel; amount: number; quote: Quote | undefined; nameOf: NameOf }

/** The question before paying, with every number in it; what follows from paying is said below. */
export function question({ chosen, quantity, payChannel, amount, quote, nameOf }: Purchase): string {
  const asked = t('buying.order.ask', {
    channel: t(`codes.payChannel.${payChannel}`),
    amount: yuan(amount),
    count: quantity,
    name: localName(chosen),
  })
  return [asked, quote && conversion(quote, nameOf), quote && afterwards(quote.after)].filter(Boolean).join('\n')
}

function afterwards({ translationBillingMode, usableCharNum, expireDateTime }: Holding): string {
  return translationBillingMode === 'time'
    ? t('buying.order.afterTime', { until: expireDateTime ?? '' })
    : t('buying.order.afterChars', { chars: exactCount(usableCharNum) })
}

const hasAny = ({ translationBillingMode, usableCharNum, expireDateTime }: Holding) =>
  translationBillingMode === 'char' ? usableCharNum > 0 : Boolean(expireDateTime)
