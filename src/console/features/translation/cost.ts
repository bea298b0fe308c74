/** Cost estimate of a text. Counts code points, as the server does. */
import { isBilledByTime } from '#console/refine/current-user.ts'
import { t } from '#console/refine/i18n.ts'
import { wireNow } from '#client/i18n/time.ts'
import { limits } from '#contract/limits.ts'
import type { TranslatingChannel } from '#contract/translation.ts'
import { isMain } from '#contract/roles.ts'
import type { User } from '#contract/user.ts'

export const countCharacters = (text: string): number => Array.from(text).length

export const maxCharacters = limits.translation.max

/** Characters left; null if a membership by time makes translations free. */
export function charactersLeft(me: User | null): number | null {
  return isBilledByTime(me) ? null : (me?.memberAccount.usableCharNum ?? 0)
}

/** What the cost means for the user; also the key of its message. */
export type CostVerdict = 'notForSub' | 'expired' | 'free' | 'cost' | 'notEnough' | 'costDrawn'

/**
 * A membership by time is for the main account only (spec 6.4). A sub-account with automatic
 * distribution draws on its main account; only the server can check that balance.
 */
export function assessCost(chars: number, me: User | null): CostVerdict {
  if (me && !isMain(me) && isBilledByTime(me)) return 'notForSub'
  if (isExpired(me?.memberAccount.expireDateTime)) return 'expired'
  const left = charactersLeft(me)
  if (left === null) return 'free'
  if (chars <= left) return 'cost'
  return me && !isMain(me) && me.autoDistribution === 1 ? 'costDrawn' : 'notEnough'
}

/** The cost in words; a sub-account without enough quota is referred to its main account. */
export function formatCost(
  verdict: CostVerdict,
  values: { count: string; left: string },
  me: User | null,
): string {
  const isSub = me !== null && !isMain(me)
  if (!isSub || (verdict !== 'notEnough' && verdict !== 'expired'))
    return t(`translate.${verdict}`, values)
  const main = me.parentName ? t('translate.mainName', { name: me.parentName }) : ''
  return t(`translate.${verdict}Sub`, { ...values, main })
}

/** Whether a trial or a package by time has expired. */
const isExpired = (expires: string | null | undefined) => Boolean(expires && expires <= wireNow())

/** Whether the server would refuse the translation. */
export const isRefused = (verdict: CostVerdict): boolean =>
  verdict === 'notEnough' || verdict === 'expired' || verdict === 'notForSub'

/** Upper bound of the cost of a comparison, in characters of the user's balance. */
export function costOfComparison(
  chars: number,
  channels: readonly TranslatingChannel[],
  all: readonly TranslatingChannel[],
): number {
  const currentPrice = all.find(({ current }) => current === 1)?.centsPerMillion
  return channels.reduce(
    (sum, { centsPerMillion }) =>
      sum + (currentPrice ? Math.ceil((chars * centsPerMillion) / currentPrice) : chars),
    0,
  )
}
