/** Search of the command palette for records: one request once the typing pauses. */
import { useQuery } from '@tanstack/react-query'
import type { FoundGroup, PaletteConfig } from '#console/features/palette/palette-config.ts'
import { useDebounced } from '#console/ui/use-debounced.ts'

export type RecordSearch = {
  /** Of the text typed, not of an earlier one. */
  readonly groups: readonly FoundGroup[]
  readonly isSearching: boolean
  readonly isFailed: boolean
  readonly retry: () => void
}

/** Milliseconds. */
const pause = 250

/**
 * A single Latin letter or digit would find nearly everything, so that it is not searched. To pick a
 * record, the newest are found before anything is typed.
 */
export function useRecordSearch(
  { call, find }: PaletteConfig['search'],
  query: string,
  { canSearch, isPick }: { canSearch: boolean; isPick: boolean },
): RecordSearch {
  const typed = query.trim()
  const paused = useDebounced(typed, pause)
  // The newest records, for which nobody types, are found without a pause.
  const searched = typed === '' ? '' : paused
  const isSearched =
    canSearch && (typed === '' ? isPick : isPick || typed.length > 1 || /[^\x20-\x7e]/.test(typed))
  const { data, isFetching, isError, refetch } = useQuery({
    queryKey: ['palette', call.path, searched],
    queryFn: ({ signal }) => find(searched, signal),
    enabled: isSearched && searched === typed,
    retry: false,
  })
  const isCurrent = isSearched && searched === typed
  return {
    groups: (isCurrent && data) || [],
    isSearching: isSearched && (searched !== typed || (isFetching && !data)),
    isFailed: isCurrent && isError && !isFetching,
    retry: () => void refetch(),
  }
}
