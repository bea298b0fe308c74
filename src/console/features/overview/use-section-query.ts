/** Query of an overview section; extensions are queried only if the backend serves them. */
import { useQuery } from '@tanstack/react-query'
import { call } from '#client/api/call.ts'
import { useCapabilities } from '#console/refine/capabilities.ts'
import type { Endpoint, InputOf, OutputOf } from '#contract/endpoint.ts'

export type SectionQuery<T> = {
  /** False if the section has nothing to show, and is to be left out. */
  readonly offered: boolean
  /** Loading, or not yet known whether the backend serves it. */
  readonly waiting: boolean
  readonly data: T | undefined
  readonly error: unknown
  readonly retry: () => void
}

/** Query key prefix of all overview queries, so that one button refreshes them all. */
export const overviewKey = 'overview'

export function useSectionQuery<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  expected = true,
): SectionQuery<OutputOf<E>> {
  const { serves, known } = useCapabilities()
  const offered = expected && serves(endpoint)
  const { data, error, isError, isPending, refetch } = useQuery({
    queryKey: [overviewKey, endpoint.path, input],
    queryFn: ({ signal }) => call(endpoint, input, { signal }),
    enabled: offered,
  })
  return {
    offered,
    waiting: expected && (!known || (offered && isPending)),
    data: offered ? data : undefined,
    error: isError && data === undefined ? error : undefined,
    retry: () => void refetch(),
  }
}
