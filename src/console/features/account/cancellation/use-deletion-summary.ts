/** Loads what is deleted together with an account, as far as the backend reports it. */
import { useQuery } from '@tanstack/react-query'
import { call } from '#client/api/call.ts'
import { useCapabilities } from '#console/refine/capabilities.ts'
import { limits } from '#contract/limits.ts'
import { orders } from '#contract/orders.ts'
import { spaces } from '#contract/spaces.ts'
import { subAccounts } from '#contract/sub-accounts.ts'
import type { User } from '#contract/users.ts'

export function useDeletionSummary({ userId }: User) {
  const { serves } = useCapabilities()
  const subs = useQuery({
    queryKey: ['leaving', subAccounts.page.path],
    queryFn: ({ signal }) => call(subAccounts.page, { pageSize: limits.page.max }, { signal }),
    staleTime: 0,
  })
  // Unpaid orders expire after 15 minutes, so they are among the newest. The rows are filtered
  // again because a backend may ignore the filter.
  const pending = useQuery({
    queryKey: ['leaving', orders.page.path],
    queryFn: ({ signal }) =>
      call(orders.page, { payStatus: 'W', pageSize: limits.page.max }, { signal }),
    select: ({ rows }) => rows.filter(({ payStatus }) => payStatus === 'W'),
    staleTime: 0,
  })
  const owned = useQuery({
    queryKey: ['leaving', spaces.list.path],
    queryFn: ({ signal }) => call(spaces.list, {}, { signal }),
    select: (all) => all.filter(({ ownerId }) => String(ownerId) === String(userId)),
    enabled: serves(spaces.list),
    staleTime: 0,
  })
  return { subs, waiting: pending, spaces: owned }
}
