/** Action items of the account, each with a link, and the rules that derive them. */
import { useQuery } from '@tanstack/react-query'
import { call } from '#client/api/call.ts'
import { exactCount } from '#client/i18n/format.ts'
import { localeTag } from '#client/i18n/language.ts'
import {
  overviewKey,
  useSectionQuery,
  type SectionQuery,
  QueryCard,
  QueryCardSkeleton,
} from '#console/features/overview/query-card.tsx'
import type { Forecast } from '#console/features/overview/summary-strip.tsx'
import { useOffers } from '#console/refine/capabilities.ts'
import { t } from '#console/refine/i18n.ts'
import type { Route } from '#console/engine/resource.ts'
import { CheckIcon } from '#ui/icons.tsx'
import { AppLink } from '#console/ui/app-link.tsx'
import { balanceAlert, reconciliation } from '#contract/ledger.ts'
import type { BalanceAlert } from '#contract/ledger.ts'
import { businessLimits } from '#contract/business-limits.ts'
import { limits } from '#contract/limits.ts'
import type { Reconciliation } from '#contract/ledger.ts'
import { subAccounts } from '#contract/sub-accounts.ts'
import type { User } from '#contract/user.ts'
import { isMain } from '#contract/roles.ts'
import { fromWire } from '#client/i18n/time.ts'

/** Number of names listed; the rest is counted. */
const named = 3

/** Action items of the account, each with a link; or a note that there are none. */
export function ActionItems({
  user,
  forecast,
  now,
}: {
  user: User
  forecast: SectionQuery<Forecast>
  now: Date
}) {
  const offers = useOffers()
  const alert = useSectionQuery(balanceAlert.get, {}, offers(balanceAlert.get))
  const books = useSectionQuery(reconciliation.get, {})
  const emptySubs = useEmptySubs(
    offers(subAccounts.page) &&
      user.autoDistribution === 0 &&
      user.memberGroup?.translationBillingMode === 'char',
  )
  const pending = forecast.waiting || alert.waiting || books.waiting || emptySubs.waiting
  const failed = [forecast, alert, books, emptySubs].find(({ error }) => error !== undefined)
  const needs = findActionItems({
    user,
    now,
    forecast: forecast.data,
    alert: alert.data,
    reconciliation: books.data,
    emptySubs: emptySubs.data ?? [],
  })
  return (
    <section className="glance-card">
      <h2>{t('overview.needsMe')}</h2>
      {needs.length === 0 && pending ? (
        <QueryCardSkeleton lines={2} />
      ) : needs.length === 0 && failed ? (
        <QueryCard<unknown> part={failed} lines={2}>
          {() => null}
        </QueryCard>
      ) : needs.length === 0 ? (
        <p className="quiet">
          <CheckIcon />
          {t(emptySubs.data === null ? 'overview.quietButSubs' : 'overview.quiet')}
        </p>
      ) : (
        <ul className="needs">
          {needs.map((need) => (
            <li key={need.what} data-tone={tones[need.what]}>
              {sentence(need)} <Way need={need} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

const tones: Record<ActionItem['what'], 'danger' | 'warning'> = {
  findings: 'danger',
  empty: 'danger',
  emptySub: 'danger',
  over: 'danger',
  low: 'warning',
  soon: 'warning',
  ends: 'warning',
  subsEmpty: 'warning',
}

function sentence(need: ActionItem): string {
  if (need.what === 'low')
    return t('overview.needs.low', {
      threshold: t('ledger.amount.chars', {
        amount: exactCount(need.threshold),
        count: need.threshold,
      }),
    })
  if (need.what === 'subsEmpty') {
    const some = need.names.slice(0, named)
    const rest = need.names.length > named ? ['…'] : []
    return t('overview.needs.subsEmpty', {
      count: need.count,
      names: new Intl.ListFormat(localeTag(), { type: 'unit' }).format([...some, ...rest]),
    })
  }
  return 'count' in need
    ? t(`overview.needs.${need.what}`, { count: need.count })
    : t(`overview.needs.${need.what}`)
}

const links: Partial<
  Record<ActionItem['what'], { route: Route; action: 'recharge' | 'distribute' }>
> = {
  empty: { route: 'UserCenterRecharge', action: 'recharge' },
  over: { route: 'UserCenterRecharge', action: 'recharge' },
  low: { route: 'UserCenterRecharge', action: 'recharge' },
  soon: { route: 'UserCenterRecharge', action: 'recharge' },
  ends: { route: 'UserCenterRecharge', action: 'recharge' },
  subsEmpty: { route: 'UserCenterChild', action: 'distribute' },
}

function Way({ need: { what } }: { need: ActionItem }) {
  const link = links[what]
  return link ? <AppLink route={link.route}>{t(`overview.ways.${link.action}`)}</AppLink> : null
}

/** Names of enabled sub-accounts without characters; null if there are too many to check. */
function useEmptySubs(expected: boolean): SectionQuery<readonly string[] | null> {
  const { data, error, isError, isPending, refetch } = useQuery({
    queryKey: [overviewKey, 'empty-subs'],
    enabled: expected,
    queryFn: async ({ signal }) => {
      const names: string[] = []
      for (let pageNum = 1; ; pageNum++) {
        const { rows, total } = await call(
          subAccounts.page,
          { pageNum, pageSize: limits.page.max },
          { signal },
        )
        if (total > businessLimits.batch.max) return null
        names.push(
          ...rows
            .filter(
              ({ enabled, memberAccount }) => enabled === 1 && memberAccount.usableCharNum === 0,
            )
            .map(({ account }) => account),
        )
        if (rows.length === 0 || pageNum * limits.page.max >= total) return names
      }
    },
  })
  return {
    offered: expected,
    waiting: expected && isPending,
    data,
    isPreviousData: false,
    error: isError && data === undefined ? error : undefined,
    retry: () => void refetch(),
  }
}

/** Rules that derive action items from account data; no UI. */
export type AccountFacts = {
  readonly user: User
  readonly now: Date
  readonly forecast?: Pick<Forecast, 'daysLeft'> | undefined
  readonly alert?: BalanceAlert | undefined
  readonly reconciliation?: Reconciliation | undefined
  /** Names of enabled sub-accounts without characters. */
  readonly emptySubs?: readonly string[] | undefined
}

type ActionItem =
  | { readonly what: 'findings'; readonly count: number }
  | { readonly what: 'empty' | 'emptySub' | 'over' }
  | { readonly what: 'low'; readonly threshold: number }
  | { readonly what: 'soon' | 'ends'; readonly count: number }
  | { readonly what: 'subsEmpty'; readonly count: number; readonly names: readonly string[] }

/** Days before the end from which on it is reported. */
const soon = 7
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
