/** Action items of the account, each with a link; or a note that there are none. */
import { useQuery } from '@tanstack/react-query'
import { call } from '#client/api/call.ts'
import { exactCount } from '#client/i18n/format.ts'
import { localeTag } from '#client/i18n/language.ts'
import {
  overviewKey,
  useSectionQuery,
  type SectionQuery,
} from '#console/features/overview/use-section-query.ts'
import { findActionItems, type ActionItem } from '#console/features/overview/find-action-items.ts'
import type { Forecast } from '#console/features/overview/summary-strip.tsx'
import { QueryCard, QueryCardSkeleton } from '#console/features/overview/query-card.tsx'
import { useOffers } from '#console/refine/capabilities.ts'
import { t } from '#console/refine/i18n.ts'
import type { Route } from '#console/engine/resource.ts'
import { CheckIcon } from '#console/ui/icons.tsx'
import { AppLink } from '#console/ui/app-link.tsx'
import { balanceAlert } from '#contract/balance-alert.ts'
import { limits } from '#contract/limits.ts'
import { reconciliation } from '#contract/reconciliation.ts'
import { subAccounts } from '#contract/sub-accounts.ts'
import type { User } from '#contract/users.ts'

/** Number of names listed; the rest is counted. */
const named = 3

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

const ways: Partial<
  Record<ActionItem['what'], { route: Route; words: 'recharge' | 'distribute' }>
> = {
  empty: { route: 'UserCenterRecharge', words: 'recharge' },
  over: { route: 'UserCenterRecharge', words: 'recharge' },
  low: { route: 'UserCenterRecharge', words: 'recharge' },
  soon: { route: 'UserCenterRecharge', words: 'recharge' },
  ends: { route: 'UserCenterRecharge', words: 'recharge' },
  subsEmpty: { route: 'UserCenterChild', words: 'distribute' },
}

function Way({ need: { what } }: { need: ActionItem }) {
  const way = ways[what]
  return way ? <AppLink route={way.route}>{t(`overview.ways.${way.words}`)}</AppLink> : null
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
        if (total > limits.batch.max) return null
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
    error: isError && data === undefined ? error : undefined,
    retry: () => void refetch(),
  }
}
