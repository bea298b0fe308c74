/** What the values of a form would change, and items that the preview of them demands. */
import { useState } from 'react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call } from '#client/api/call.ts'
import type { Row } from '#console/engine/resource.ts'
import { useDebounced } from '#console/ui/use-debounced.ts'
import type { Endpoint, InputOf, OutputOf } from '#contract/endpoint.ts'
import { validate } from '#contract/issues.ts'

/** Debounce of the request, in milliseconds. */
const debounceMs = 300

export type ChangePreview<T> = {
  /** Of exactly these values; undefined while it loads. */
  readonly data: T | undefined
  /** Of these values or, while it loads, of earlier ones. */
  readonly lastData: T | undefined
  readonly error: unknown
  readonly isFetching: boolean
  readonly refetch: () => unknown
  /** False while required values are missing or invalid. */
  readonly isComplete: boolean
}

export function useChangePreview<E extends Endpoint>(
  endpoint: E,
  input: Row,
): ChangePreview<OutputOf<E>> {
  const parsed = validate(endpoint.input, input)
  const isComplete = parsed.ok
  const values = isComplete ? JSON.stringify(parsed.value) : ''
  const requested = useDebounced(values, debounceMs)
  const query = useQuery({
    queryKey: ['preview', endpoint.path, requested],
    queryFn: ({ signal }) =>
      call(endpoint, JSON.parse(requested) as InputOf<E>, { signal, quiet: true }),
    enabled: requested !== '',
    placeholderData: keepPreviousData,
    retry: false,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
  const isCurrent = isComplete && values === requested && !query.isPlaceholderData
  return {
    data: isCurrent ? query.data : undefined,
    lastData: isComplete ? query.data : undefined,
    error: isCurrent ? query.error : null,
    isFetching: isComplete && (values !== requested || query.isFetching),
    refetch: query.refetch,
    isComplete,
  }
}

/**
 * An item that the form has once the preview of its values demands it. `update` is called while
 * rendering; without a preview, the former answer stays.
 */
export function useDemand() {
  const [isDemanded, setDemanded] = useState(false)
  const update = (isDemandedNow: boolean | undefined) => {
    if (isDemandedNow !== undefined && isDemandedNow !== isDemanded) setDemanded(isDemandedNow)
  }
  return { isDemanded, update }
}
