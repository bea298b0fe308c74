/** Summary of what a cancellation deletes and what stays. */
import type { ReactNode } from 'react'
import { exactCount, yuan } from '#client/i18n/format.ts'
import { isBilledByTime } from '#console/refine/current-user.ts'
import { t } from '#console/refine/i18n.ts'
import { type SubAccount, subAccounts } from '#contract/sub-accounts.ts'
import type { User } from '#contract/user.ts'
import { useQuery } from '@tanstack/react-query'
import { call } from '#client/api/call.ts'
import { useCapabilities } from '#console/refine/capabilities.ts'
import { limits } from '#contract/limits.ts'
import { orders } from '#contract/orders.ts'
import { spaces } from '#contract/workspace.ts'

/** Names and orders listed; further sub-accounts are counted. */
const maxNames = 30

type QueryState<T> = { readonly data: T | undefined; readonly isError: boolean }

/** Lists what is deleted with the account: quota, sub-accounts, pending orders and workspaces. */
export function DeletionSummary({ me }: { me: User }) {
  const { subAccountPage, pendingOrders, ownSpaces } = useDeletionSummary(me)
  const { usableCharNum, usableVoiceNum, usableImageNum, expireDateTime } = me.memberAccount
  const isByTime = isBilledByTime(me)
  return (
    <dl className="deletion-summary">
      <Item name={t('cancellation.losses.quota')}>
        <ul>
          <li>{t('cancellation.losses.chars', { amount: exactCount(usableCharNum) })}</li>
          {isByTime && expireDateTime && (
            <li>{t('cancellation.losses.until', { at: expireDateTime })}</li>
          )}
          <li>{t('cancellation.losses.voices', { amount: exactCount(usableVoiceNum) })}</li>
          <li>{t('cancellation.losses.images', { amount: exactCount(usableImageNum) })}</li>
          {subAccountPage.data &&
            subAccountPage.data.total > 0 &&
            subAccountPage.data.rows.length === subAccountPage.data.total && (
              <li>{subAccountsQuota(subAccountPage.data.rows)}</li>
            )}
        </ul>
      </Item>
      <Item name={t('cancellation.losses.subs')}>
        <QueryResult query={subAccountPage}>
          {({ rows, total }) =>
            total === 0 ? (
              t('cancellation.losses.none')
            ) : (
              <>
                {t('cancellation.losses.subCount', { count: total, shown: exactCount(total) })}
                <ul className="names">
                  {rows.slice(0, maxNames).map(({ userId, account }) => (
                    <li key={userId}>{account}</li>
                  ))}
                  {total > maxNames && (
                    <li className="more">
                      {t('cancellation.losses.more', {
                        count: total - maxNames,
                        shown: exactCount(total - maxNames),
                      })}
                    </li>
                  )}
                </ul>
              </>
            )
          }
        </QueryResult>
      </Item>
      <Item name={t('cancellation.losses.orders')}>
        <QueryResult query={pendingOrders}>
          {(rows) =>
            rows.length === 0 ? (
              t('cancellation.losses.none')
            ) : (
              <>
                {t('cancellation.losses.orderCount', { count: rows.length })}
                <ul className="names">
                  {rows.slice(0, maxNames).map(({ id, no, amount }) => (
                    <li key={id}>
                      {no} <span className="muted">{yuan(amount)}</span>
                    </li>
                  ))}
                </ul>
              </>
            )
          }
        </QueryResult>
      </Item>
      {(ownSpaces.isError || (ownSpaces.data && ownSpaces.data.length > 0)) && (
        <Item name={t('cancellation.losses.spaces')}>
          <QueryResult query={ownSpaces}>
            {(own) =>
              t('cancellation.losses.spaceCount', {
                count: own.length,
                contacts: exactCount(own.reduce((sum, { contactCount }) => sum + contactCount, 0)),
              })
            }
          </QueryResult>
        </Item>
      )}
      <Item name={t('cancellation.losses.data')}>{t('cancellation.losses.dataWhat')}</Item>
    </dl>
  )
}

function subAccountsQuota(rows: readonly SubAccount[]): string {
  const sum = (unit: 'usableCharNum' | 'usableVoiceNum' | 'usableImageNum') =>
    exactCount(rows.reduce((all, { memberAccount }) => all + memberAccount[unit], 0))
  return t('cancellation.losses.ofSubs', {
    chars: sum('usableCharNum'),
    voices: sum('usableVoiceNum'),
    images: sum('usableImageNum'),
  })
}

function Item({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function QueryResult<T>({
  query: { data, isError },
  children,
}: {
  query: QueryState<T>
  children: (data: T) => ReactNode
}) {
  if (data !== undefined) return children(data)
  return isError ? (
    <span className="muted">{t('cancellation.losses.unknown')}</span>
  ) : (
    <i className="waiting" role="status" aria-label={t('shell.loading')} />
  )
}

/** Loads what is deleted together with an account, as far as the backend reports it. */
function useDeletionSummary({ userId }: User) {
  const { serves } = useCapabilities()
  const subAccountPage = useQuery({
    queryKey: ['leaving', subAccounts.page.path],
    queryFn: ({ signal }) => call(subAccounts.page, { pageSize: limits.page.max }, { signal }),
    staleTime: 0,
  })
  // Unpaid orders expire within minutes (`times.paymentPeriod`), so they are among the newest. The
  // rows are filtered again because a backend may ignore the filter.
  const pendingOrders = useQuery({
    queryKey: ['leaving', orders.page.path],
    queryFn: ({ signal }) =>
      call(orders.page, { payStatus: 'W', pageSize: limits.page.max }, { signal }),
    select: ({ rows }) => rows.filter(({ payStatus }) => payStatus === 'W'),
    staleTime: 0,
  })
  const ownSpaces = useQuery({
    queryKey: ['leaving', spaces.list.path],
    queryFn: ({ signal }) => call(spaces.list, {}, { signal }),
    select: (all) => all.filter(({ ownerId }) => String(ownerId) === String(userId)),
    enabled: serves(spaces.list),
    staleTime: 0,
  })
  return { subAccountPage, pendingOrders, ownSpaces }
}
