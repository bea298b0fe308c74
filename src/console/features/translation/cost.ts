/**
 * What a text costs before it is translated: characters are counted as the server counts them, by
 * code points.
 */
import { t } from '#console/refine/i18n.ts'
import { wireNow } from '#client/i18n/time.ts'
import { limits } from '#contract/limits.ts'
import type { TranslatingChannel } from '#contract/translation.ts'
import { isMain } from '#contract/roles.ts'
import type { User } from '#contract/users.ts'

export const charactersOf = (text: string): number => Array.from(text).length

export const most = limits.translation.max

/** `null`: nothing is charged, because the membership is by time. */
export function leftOf(me: User | null): number | null {
  return me?.memberGroup?.translationBillingMode === 'time'
    ? null
    : (me?.memberAccount.usableCharNum ?? 0)
}

/**
 * Which message says what a text costs. A membership by time is for the main account alone (6.4). A
 * sub-account draws what it lacks from its main account,
 * where that is switched on; whether that has it, the server knows.
 */
export function priceOf(
  chars: number,
  me: User | null,
): 'notForSub' | 'expired' | 'free' | 'cost' | 'short' | 'drawn' {
  if (me && !isMain(me) && me.memberGroup?.translationBillingMode === 'time') return 'notForSub'
  if (isOver(me?.memberAccount.expireDateTime)) return 'expired'
  const left = leftOf(me)
  if (left === null) return 'free'
  if (chars <= left) return 'cost'
  return me && !isMain(me) && me.autoDistribution === 1 ? 'drawn' : 'short'
}

/** What the text costs, in words; a sub-account that has not enough reads whom to ask. */
export function priceText(
  price: ReturnType<typeof priceOf>,
  values: { count: string; left: string },
  me: User | null,
): string {
  const isSub = me !== null && !isMain(me)
  if (!isSub || (price !== 'short' && price !== 'expired')) return t(`translate.${price}`, values)
  const main = me.parentName ? t('translate.mainName', { name: me.parentName }) : ''
  return t(`translate.${price}Sub`, { ...values, main })
}

/** What is left of a trial, or of a package by time, ends with its day. */
const isOver = (expires: string | null | undefined) => Boolean(expires && expires <= wireNow())

/** Whether the server would refuse to translate at this price. */
export const isRefused = (price: ReturnType<typeof priceOf>): boolean =>
  price === 'short' || price === 'expired' || price === 'notForSub'

/** Characters of one's balance that a comparison costs at most. */
export function costOfAll(
  chars: number,
  channels: readonly TranslatingChannel[],
  all: readonly TranslatingChannel[],
): number {
  const own = all.find(({ current }) => current === 1)?.centsPerMillion
  return channels.reduce(
    (sum, { centsPerMillion }) => sum + (own ? Math.ceil((chars * centsPerMillion) / own) : chars),
    0,
  )
}
