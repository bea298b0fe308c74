/**
 * Asking for a part of the overview: one of an extension is asked for only where the backend serves
 * it.
 */
import { useQuery } from '@tanstack/react-query'
import { call } from '#client/api/call.ts'
import { useCapabilities } from '#console/refine/capabilities.ts'
import type { Endpoint, InputOf, OutputOf } from '#contract/endpoint.ts'

export type SectionQuery<T> = {
  /** False where there is nothing to show, now or ever. */
  readonly offered: boolean
  /** It is not known yet, or not even whether there is something to know. */
  readonly waiting: boolean
  readonly data: T | undefined
  readonly error: unknown
  readonly retry: () => void
}

/** Everything asked for here stands under this key, so that one press brings it all up to date. */
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
