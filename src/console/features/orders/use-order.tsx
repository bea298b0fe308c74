/** One order with its events, kept up to date while unpaid; its skeleton and error. */
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { call } from '#client/api/call.ts'
import { useFeed } from '#console/features/notifications/feed.ts'
import { useRefreshAll } from '#console/refine/query.ts'
import { orders, type Order, type OrderWithEvents } from '#contract/orders.ts'
import { t } from '#console/refine/i18n.ts'
import { FailureNote } from '#console/ui/failure-note.tsx'

/** Polling interval of unpaid orders in milliseconds, while the notification stream is closed. */
export const pollInterval = 5_000

type OrderState = {
  order: OrderWithEvents | undefined
  /** Set only while there is no data. */
  error: unknown
  retry: () => void
  /** Resolves after the order is reloaded. */
  reload: () => Promise<unknown>
}

/** `row`: the order as its list shows it. A status that differs refreshes the list too. */
export function useOrder(row: Pick<Order, 'id' | 'payStatus'>): OrderState {
  const { isStreamOpen } = useFeed()
  const { data, error, refetch } = useQuery({
    queryKey: [orders.get.path, String(row.id)],
    queryFn: ({ signal }) => call(orders.get, { id: row.id }, { signal }),
    refetchOnMount: 'always',
    refetchInterval: ({ state }) =>
      state.data?.payStatus === 'W' && !isStreamOpen ? pollInterval : false,
  })
  const refreshAll = useRefreshAll()
  const knownStatus = useRef(row.payStatus)
  const status = data?.payStatus
  useEffect(() => {
    if (status === undefined || status === knownStatus.current) return
    knownStatus.current = status
    void refreshAll()
  }, [status, refreshAll])
  return {
    order: data,
    error: data ? undefined : error,
    retry: () => void refetch(),
    reload: refetch,
  }
}

export function OrderSkeleton() {
  return (
    <div className="order-skeleton" aria-busy="true">
      <output className="visually-hidden">{t('shell.loading')}</output>
      {Array.from({ length: 7 }, (_, index) => (
        <i key={index} className="waiting" />
      ))}
    </div>
  )
}

export const OrderFailure = (props: { error: unknown; retry: () => void }) => (
  <FailureNote {...props} title={t('orders.failed')} help={t('orders.failedHelp')} />
)
