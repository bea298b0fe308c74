/** Rules that derive action items from account data; no UI. */
import type { BalanceAlert } from '#contract/balance-alert.ts'
import type { Reconciliation } from '#contract/reconciliation.ts'
import { isMain } from '#contract/roles.ts'
import type { User } from '#contract/users.ts'
import { fromWire } from '#client/i18n/time.ts'
import type { Forecast } from '#console/features/overview/summary-strip.tsx'

export type AccountFacts = {
  readonly user: User
  readonly now: Date
  readonly forecast?: Pick<Forecast, 'daysLeft'> | undefined
  readonly alert?: BalanceAlert | undefined
  readonly reconciliation?: Reconciliation | undefined
  /** Names of enabled sub-accounts without characters. */
  readonly emptySubs?: readonly string[] | undefined
}

export type ActionItem =
  | { readonly what: 'findings'; readonly count: number }
  | { readonly what: 'empty' | 'emptySub' | 'over' }
  | { readonly what: 'low'; readonly threshold: number }
  | { readonly what: 'soon' | 'ends'; readonly count: number }
  | { readonly what: 'subsEmpty'; readonly count: number; readonly names: readonly string[] }

/** Days before the end from which on it is reported. */
export const soon = 7
const day = 24 * 60 * 60 * 1000

/** Returns the items, most urgent first. */
export function findActionItems({
  user,
  now,
  forecast,
  alert,
  reconciliation,
  emptySubs = [],
}: AccountFacts): ActionItem[] {
  const needs: ActionItem[] = []
  if (reconciliation?.checkedAt && !reconciliation.ok)
    needs.push({ what: 'findings', count: reconciliation.findings })
  needs.push(...ofOwn(user, now, forecast, alert))
  // With automatic distribution, sub-accounts take quota from the main account.
  if (user.autoDistribution === 0 && emptySubs.length > 0)
    needs.push({ what: 'subsEmpty', count: emptySubs.length, names: emptySubs })
  return needs
}

/**
 * Items about the user's own quota: it has expired; or it expires soon, and the most urgent
 * shortage.
 */
function ofOwn(
  { memberGroup, memberAccount, ...user }: User,
  now: Date,
  forecast: AccountFacts['forecast'],
  alert: BalanceAlert | undefined,
): ActionItem[] {
  const byTime = memberGroup?.translationBillingMode === 'time'
  const until = memberAccount.expireDateTime
  const left = until ? (fromWire(until).getTime() - now.getTime()) / day : undefined
  if (left === undefined ? byTime : left <= 0) return [{ what: 'over' }]
  const ends: ActionItem[] =
    left !== undefined && left <= soon ? [{ what: 'ends', count: Math.ceil(left) }] : []
  return byTime
    ? ends
    : [...ofCharacters(user, memberAccount.usableCharNum, forecast, alert, left), ...ends]
}

function ofCharacters(
  who: Pick<User, 'parentUserId' | 'autoDistribution'>,
  chars: number,
  forecast: AccountFacts['forecast'],
  alert: BalanceAlert | undefined,
  untilEnd = Infinity,
): ActionItem[] {
  const draws = !isMain(who) && who.autoDistribution === 1
  if (chars === 0 && !draws) return [{ what: isMain(who) ? 'empty' : 'emptySub' }]
  if (alert?.lowCharNum && chars < alert.lowCharNum)
    return [{ what: 'low', threshold: alert.lowCharNum }]
  const lasts = forecast?.daysLeft
  // An earlier expiry is reported as such. A sub-account with automatic distribution does not run
  // out on its own.
  return !draws &&
    lasts !== null &&
    lasts !== undefined &&
    lasts <= soon &&
    lasts < Math.floor(untilEnd)
    ? [{ what: 'soon', count: lasts }]
    : []
}
