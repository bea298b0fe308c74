/** One order with its events, kept up to date while unpaid. */
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { call } from '#client/api/call.ts'
import { useFeed } from '#console/features/notifications/use-feed.ts'
import { useRefreshAll } from '#console/refine/refresh-all.ts'
import { orders, type Order, type OrderStory } from '#contract/orders.ts'

/** Polling interval of an unpaid order in milliseconds, while the notification stream is closed. */
const pause = 5_000

export type OrderWithEvents = {
  story: OrderStory | undefined
  /** Set only while there is no data. */
  error: unknown
  retry: () => void
  /** Resolves after the order is reloaded. */
  renew: () => Promise<unknown>
}

/** `row`: the order as its list shows it. A status that differs refreshes the list too. */
export function useOrder(row: Pick<Order, 'id' | 'payStatus'>): OrderWithEvents {
  const { open } = useFeed()
  const { data, error, refetch } = useQuery({
    queryKey: [orders.get.path, String(row.id)],
    queryFn: ({ signal }) => call(orders.get, { id: row.id }, { signal }),
    refetchOnMount: 'always',
    refetchInterval: ({ state }) => (state.data?.payStatus === 'W' && !open ? pause : false),
  })
  const renew = useRefreshAll()
  const before = useRef(row.payStatus)
  const status = data?.payStatus
  useEffect(() => {
    if (status === undefined || status === before.current) return
    before.current = status
    void renew()
  }, [status, renew])
  return {
    story: data,
    error: data ? undefined : error,
    retry: () => void refetch(),
    renew: refetch,
  }
}
