/** Action items of the account, each with a link, and the rules that derive them. */
import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useState } from 'react'
import { call } from '#client/api/call.ts'
import { exactCount, shortList, yuan } from '#client/i18n/format.ts'
import {
  sectionKey,
  useSectionQuery,
  type SectionQuery,
  QueryCardSkeleton,
  SectionError,
} from '#console/ui/query-card.tsx'
import type { Forecast } from '#console/features/overview/summary-strip.tsx'
import { msPerDay } from '#console/features/overview/usage-shape.ts'
import { isBilledByTime } from '#console/refine/current-user.ts'
import { useCanUse, useCapabilities } from '#console/refine/capabilities.ts'
import { t } from '#console/refine/i18n.ts'
import type { Route } from '#console/engine/resource.ts'
import { CheckIcon } from '#ui/icons.tsx'
import { AppLink } from '#console/ui/app-link.tsx'
import {
  balanceAlert,
  reconciliation,
  type BalanceAlert,
  type Reconciliation,
} from '#contract/ledger.ts'
import { businessLimits } from '#contract/business-limits.ts'
import { limits } from '#contract/limits.ts'
import { orders, type Order } from '#contract/orders.ts'
import { quotaRequests } from '#contract/quota-requests.ts'
import { subAccounts } from '#contract/sub-accounts.ts'
import type { User } from '#contract/user.ts'
import { isMain } from '#contract/roles.ts'
import { fromWire } from '#client/i18n/time.ts'

/** Action items of the account, each with a link; or a note that there are none. */
export function ActionItems({
  user,
  hasSteps,
  forecast,
  now,
}: {
  user: User
  /** The first steps stand below. */
  hasSteps: boolean
  forecast: SectionQuery<Forecast>
  now: Date
}) {
  const id = useId()
  const canUse = useCanUse()
  const alert = useSectionQuery(balanceAlert.get, {}, canUse(balanceAlert.get))
  const ledgerCheck = useSectionQuery(reconciliation.get, {})
  const emptySubs = useEmptySubs(
    canUse(subAccounts.page) &&
      user.autoDistribution === 0 &&
      user.memberGroup?.translationBillingMode === 'char',
  )
  const { takes } = useCapabilities()
  const unpaid = useSectionQuery(
    orders.page,
    { payStatus: 'W', pageNum: 1, pageSize: 1 },
    canUse(orders.page) && canUse(orders.payAgain) && takes(orders.page, 'payStatus'),
  )
  const requests = useSectionQuery(
    quotaRequests.calls.page,
    { state: 'open', pageNum: 1, pageSize: 1 },
    canUse(quotaRequests.calls.grant),
  )
  const time = useMinute(now)
  const isPending = [forecast, alert, ledgerCheck, emptySubs, unpaid, requests].some(
    ({ isWaiting }) => isWaiting,
  )
  const failedQueries = Object.entries({
    forecast,
    alert,
    ledgerCheck,
    emptySubs,
    unpaid,
    requests,
  }).filter(([, { error }]) => error !== undefined) as [Source, SectionQuery<unknown>][]
  const items = findActionItems({
    user,
    now: time,
    forecast: forecast.data,
    alert: alert.data,
    reconciliation: ledgerCheck.data,
    emptySubs: emptySubs.data ?? [],
    unpaid: unpaid.data,
    openRequests: requests.data?.total,
  })
  return (
    <section className="summary-card" aria-labelledby={id}>
      <h2 id={id}>{t('overview.needsAttention')}</h2>
      {items.length > 0 && (
        <ul className="action-items">
          {items.map((item) => (
            <li key={item.kind} data-tone={tones[item.kind]}>
              {itemText(item)} <ItemLink item={item} />
            </li>
          ))}
        </ul>
      )}
      {failedQueries.map(([source, { error, retry }]) => (
        <SectionError
          key={source}
          name={t(`overview.sources.${source}`)}
          error={error}
          retry={retry}
        />
      ))}
      {isPending && items.length === 0 && failedQueries.length === 0 && (
        <QueryCardSkeleton lines={1} />
      )}
      {!isPending && items.length === 0 && failedQueries.length === 0 && (
        <p className="quiet">
          {hasSteps ? (
            t('overview.stepsBelow')
          ) : (
            <>
              <CheckIcon />
              {t('overview.allSet')}
            </>
          )}
        </p>
      )}
      {emptySubs.data === null && <p className="muted">{t('overview.subsUnchecked')}</p>}
    </section>
  )
}

/** What the action items are derived from, beside the user. */
type Source = 'forecast' | 'alert' | 'ledgerCheck' | 'emptySubs' | 'unpaid' | 'requests'

const tones: Record<ActionItem['kind'], 'danger' | 'warning'> = {
  findings: 'danger',
  empty: 'danger',
  emptySub: 'danger',
  over: 'danger',
  unpaid: 'warning',
  requests: 'warning',
  low: 'warning',
  soon: 'warning',
  ends: 'warning',
  subsEmpty: 'warning',
}

function itemText(item: ActionItem): string {
  if (item.kind === 'low')
    return t('overview.needs.low', {
      threshold: t('ledger.amount.chars', {
        amount: exactCount(item.threshold),
        count: item.threshold,
      }),
    })
  if (item.kind === 'subsEmpty') {
    return t('overview.needs.subsEmpty', { count: item.count, names: shortList(item.names) })
  }
  if (item.kind === 'unpaid')
    return t('overview.needs.unpaid', {
      amount: yuan(item.amount),
      minutes: item.minutes,
      count: item.count,
    })
  return 'count' in item
    ? t(`overview.needs.${item.kind}`, { count: item.count })
    : t(`overview.needs.${item.kind}`)
}

const links: Partial<
  Record<ActionItem['kind'], { route: Route; action: 'recharge' | 'distribute' }>
> = {
  empty: { route: 'UserCenterRecharge', action: 'recharge' },
  over: { route: 'UserCenterRecharge', action: 'recharge' },
  low: { route: 'UserCenterRecharge', action: 'recharge' },
  soon: { route: 'UserCenterRecharge', action: 'recharge' },
  ends: { route: 'UserCenterRecharge', action: 'recharge' },
  subsEmpty: { route: 'UserCenterChild', action: 'distribute' },
}

function ItemLink({ item }: { item: ActionItem }) {
  const { kind } = item
  if (item.kind === 'unpaid')
    return (
      <AppLink route="UserCenterOrder" query={{ no: item.no, open: 'payAgain' }}>
        {t('overview.actions.pay')}
      </AppLink>
    )
  if (kind === 'requests')
    return (
      <AppLink route="UserCenterQuotaRequests" query={{ state: 'open' }}>
        {t('overview.actions.answer')}
      </AppLink>
    )
  const link = links[kind]
  return link ? <AppLink route={link.route}>{t(`overview.actions.${link.action}`)}</AppLink> : null
}

/** Names of enabled sub-accounts without characters; null if there are too many to check. */
function useEmptySubs(isNeeded: boolean): SectionQuery<readonly string[] | null> {
  const { data, error, isError, isPending, refetch } = useQuery({
    queryKey: [sectionKey, 'empty-subs'],
    enabled: isNeeded,
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
    isOffered: isNeeded,
    isWaiting: isNeeded && isPending,
    data,
    isPreviousData: false,
    error: isError && data === undefined ? error : undefined,
    retry: () => void refetch(),
  }
}

/** Account data from which the action items are derived. */
export type AccountFacts = {
  readonly user: User
  readonly now: Date
  readonly forecast?: Pick<Forecast, 'daysLeft'> | undefined
  readonly alert?: BalanceAlert | undefined
  readonly reconciliation?: Reconciliation | undefined
  /** Names of enabled sub-accounts without characters. */
  readonly emptySubs?: readonly string[] | undefined
  /** The newest order that awaits payment, and how many do. */
  readonly unpaid?: { readonly total: number; readonly rows: readonly Order[] } | undefined
  /** Number of requests of sub-accounts for quota that await an answer. */
  readonly openRequests?: number | undefined
}

/**
 * `findings`: the reconciliation found differences; `empty`, `low`, `soon`: characters have run out,
 * are below the alert's threshold, or will run out in `count` days; `emptySub`: those of a
 * sub-account have run out; `over`, `ends`: the membership has expired, or expires in `count` days;
 * `subsEmpty`: sub-accounts without characters; `requests`: those that ask for quota; `unpaid`: the newest of `count` orders that await
 * payment, for `minutes` more.
 */
type ActionItem =
  | { readonly kind: 'findings'; readonly count: number }
  | { readonly kind: 'empty' | 'emptySub' | 'over' }
  | { readonly kind: 'low'; readonly threshold: number }
  | { readonly kind: 'soon' | 'ends' | 'requests'; readonly count: number }
  | {
      readonly kind: 'unpaid'
      readonly count: number
      readonly no: string
      readonly amount: number
      readonly minutes: number
    }
  | { readonly kind: 'subsEmpty'; readonly count: number; readonly names: readonly string[] }

/** An end of quota within this many days is reported. */
const urgentDays = 7

/** Returns the items, most urgent first. */
export function findActionItems({
  user,
  now,
  forecast,
  alert,
  reconciliation,
  emptySubs = [],
  unpaid,
  openRequests = 0,
}: AccountFacts): ActionItem[] {
  const items: ActionItem[] = []
  if (reconciliation?.checkedAt && !reconciliation.ok)
    items.push({ kind: 'findings', count: reconciliation.findings })
  if (openRequests > 0) items.push({ kind: 'requests', count: openRequests })
  items.push(...unpaidItems(unpaid, now), ...ownQuotaItems(user, now, forecast, alert))
  // With automatic distribution, sub-accounts take quota from the main account.
  if (user.autoDistribution === 0 && emptySubs.length > 0)
    items.push({ kind: 'subsEmpty', count: emptySubs.length, names: emptySubs })
  return items
}

const msPerMinute = 60_000

/** None once the time to pay is over, of which the server tells a little later. */
function unpaidItems(unpaid: AccountFacts['unpaid'], now: Date): ActionItem[] {
  const [order] = unpaid?.rows ?? []
  if (!unpaid || !order?.payUntilDateTime) return []
  const left = fromWire(order.payUntilDateTime).getTime() - now.getTime()
  const { no, amount } = order
  return left > 0
    ? [{ kind: 'unpaid', count: unpaid.total, no, amount, minutes: Math.ceil(left / msPerMinute) }]
    : []
}

/** `opened`, then the current time, once a minute. */
function useMinute(opened: Date): Date {
  const [time, setTime] = useState(opened)
  useEffect(() => {
    const timer = setInterval(() => setTime(new Date()), msPerMinute)
    return () => clearInterval(timer)
  }, [])
  return time < opened ? opened : time
}

/** Items about the user's own quota: expired, or the most urgent shortage and a near expiry. */
function ownQuotaItems(
  user: User,
  now: Date,
  forecast: AccountFacts['forecast'],
  alert: BalanceAlert | undefined,
): ActionItem[] {
  const isByTime = isBilledByTime(user)
  const until = user.memberAccount.expireDateTime
  const daysUntilExpiry = until ? (fromWire(until).getTime() - now.getTime()) / msPerDay : undefined
  if (daysUntilExpiry === undefined ? isByTime : daysUntilExpiry <= 0) return [{ kind: 'over' }]
  const expiryItems: ActionItem[] =
    daysUntilExpiry !== undefined && daysUntilExpiry <= urgentDays
      ? [{ kind: 'ends', count: Math.ceil(daysUntilExpiry) }]
      : []
  return isByTime
    ? expiryItems
    : [
        ...characterItems(user, user.memberAccount.usableCharNum, forecast, alert, daysUntilExpiry),
        ...expiryItems,
      ]
}

function characterItems(
  user: Pick<User, 'parentUserId' | 'autoDistribution'>,
  chars: number,
  forecast: AccountFacts['forecast'],
  alert: BalanceAlert | undefined,
  daysUntilExpiry = Infinity,
): ActionItem[] {
  const usesMainQuota = !isMain(user) && user.autoDistribution === 1
  if (chars === 0 && !usesMainQuota) return [{ kind: isMain(user) ? 'empty' : 'emptySub' }]
  if (alert?.lowCharNum && chars < alert.lowCharNum)
    return [{ kind: 'low', threshold: alert.lowCharNum }]
  const daysLeft = forecast?.daysLeft
  // An earlier expiry is reported as such. A sub-account with automatic distribution does not run
  // out on its own.
  return !usesMainQuota &&
    daysLeft !== null &&
    daysLeft !== undefined &&
    daysLeft <= urgentDays &&
    daysLeft < Math.floor(daysUntilExpiry)
    ? [{ kind: 'soon', count: daysLeft }]
    : []
}
