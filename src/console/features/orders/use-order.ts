/**
 * One order as it stands now, with all that happened to it, kept up to date while it awaits
 * payment.
 */
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { call } from '#client/api/call.ts'
import { useFeed } from '#console/features/notifications/use-feed.ts'
import { useRefreshAll } from '#console/refine/refresh-all.ts'
import { orders, type Order, type OrderStory } from '#contract/orders.ts'

/**
 * Milliseconds between two questions about an order that awaits payment, where nobody tells of
 * changes.
 */
const pause = 5_000

export type OrderWithEvents = {
  story: OrderStory | undefined
  /** Why there is no story to show. */
  error: unknown
  retry: () => void
  /** Settles when the story is new. */
  renew: () => Promise<unknown>
}

/**
 * `row` is how the order stood where it was opened: what has changed since is brought up to date
 * there too.
 */
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
