/** What needs the user, from what is known of the account: the rules, without a word of the screen. */
import type { BalanceAlert } from '#contract/balance-alert.ts'
import type { Reconciliation } from '#contract/reconciliation.ts'
import { isMain } from '#contract/roles.ts'
import type { User } from '#contract/users.ts'
import { fromWire } from '#client/time.ts'
import type { Forecast } from '#console/overview/how-long.tsx'

export type Known = {
  readonly user: User
  readonly now: Date
  readonly forecast?: Forecast | undefined
  readonly alert?: BalanceAlert | undefined
  readonly reconciliation?: Reconciliation | undefined
  /** Names of the enabled sub-accounts that have no characters. */
  readonly emptySubs?: readonly string[] | undefined
}

export type Need =
  | { readonly what: 'findings'; readonly count: number }
  | { readonly what: 'empty' | 'emptySub' | 'over' }
  | { readonly what: 'low'; readonly threshold: number }
  | { readonly what: 'soon' | 'ends'; readonly count: number }
  | { readonly what: 'subsEmpty'; readonly count: number; readonly names: readonly string[] }

/** Days before the end from which on it is said. */
export const soon = 7
const day = 24 * 60 * 60 * 1000

/** What can't wait comes first. */
export function needsOf({ user, now, forecast, alert, reconciliation, emptySubs = [] }: Known): Need[] {
  const needs: Need[] = []
  if (reconciliation?.checkedAt && !reconciliation.ok) needs.push({ what: 'findings', count: reconciliation.findings })
  const own = ofOwn(user, now, forecast, alert)
  if (own) needs.push(own)
  // Those that draw by themselves need nobody.
  if (user.autoDistribution === 0 && emptySubs.length > 0) needs.push({ what: 'subsEmpty', count: emptySubs.length, names: emptySubs })
  return needs
}

/** The most pressing thing about one's own quota. */
function ofOwn(
  { memberGroup, memberAccount, ...user }: User,
  now: Date,
  forecast: Forecast | undefined,
  alert: BalanceAlert | undefined,
): Need | undefined {
  const { usableCharNum: chars, expireDateTime: until } = memberAccount
  const byTime = memberGroup?.translationBillingMode === 'time'
  const left = until ? (fromWire(until).getTime() - now.getTime()) / day : undefined
  if (byTime ? left === undefined || left <= 0 : left !== undefined && left <= 0) return { what: 'over' }
  const draws = !isMain(user) && user.autoDistribution === 1
  if (!byTime && chars === 0 && !draws) return { what: isMain(user) ? 'empty' : 'emptySub' }
  if (!byTime && alert?.lowCharNum && chars < alert.lowCharNum) return { what: 'low', threshold: alert.lowCharNum }
  if (left !== undefined && left <= soon) return { what: 'ends', count: Math.ceil(left) }
  const lasts = forecast?.daysLeft
  return !byTime && lasts !== null && lasts !== undefined && lasts <= soon ? { what: 'soon', count: lasts } : undefined
}
