/** The ranking of people by usage, and whether the overview shows it. */
import { useEffect, useState } from 'react'
import { browserStore } from '#client/storage.ts'
import { useSectionQuery } from '#console/ui/query-card.tsx'
import { businessLimits } from '#contract/business-limits.ts'
import { subAccounts } from '#contract/sub-accounts.ts'
import { usage } from '#contract/usage.ts'
import type { User } from '#contract/user.ts'

/** Number of rows after “Show more”. */
const maxRows = 50

export function usePeople(enabled: boolean) {
  const [limit, setLimit] = useState<number>(businessLimits.usage.people)
  const people = useSectionQuery(usage.people, { limit }, enabled)
  const known = useSectionQuery(
    subAccounts.page,
    { pageNum: 1, pageSize: limit },
    enabled && people.error !== undefined,
  )
  return { people, known, canExpand: limit < maxRows, expand: () => setLimit(maxRows) }
}

type Known = Pick<ReturnType<typeof usePeople>, 'people' | 'known'>

/** Without sub-accounts there is nothing to rank; it is unknown if both queries failed. */
const hasPeople = ({ people, known }: Known): boolean =>
  people.data
    ? people.data.total > 1
    : known.error !== undefined || (people.error !== undefined && (known.data?.total ?? 0) > 0)

/** User without sub-accounts at the last visit. */
const storageKey = 'unranked'

/**
 * Whether the ranking is shown. While it loads its place is kept, unless there was none at the last
 * visit: `isExpected` counts before the first.
 */
export function useIsRanked(user: User | null, known: Known, isExpected: boolean): boolean {
  const id = String(user?.userId)
  const isWaiting =
    known.people.isWaiting || (known.people.error !== undefined && known.known.isWaiting)
  const isRanked = isWaiting ? isExpected && browserStore.get(storageKey) !== id : hasPeople(known)
  const isKnown = known.people.data !== undefined
  useEffect(() => {
    if (!isKnown) return
    if (!isRanked) browserStore.set(storageKey, id)
    else if (browserStore.get(storageKey) === id) browserStore.remove(storageKey)
  }, [isKnown, isRanked, id])
  return isRanked
}
