/** React Query's cache: retries, pausing at the end of a session, and refetching all of it. */
import {
  MutationCache,
  onlineManager,
  QueryCache,
  QueryClient,
  useQueryClient,
} from '@tanstack/react-query'
import { failureOf } from '#console/refine/data-errors.ts'
import { useCallback } from 'react'
import { application } from '#console/refine/application.ts'

/** Query key prefix of all lookups, whose failure the shell reports. */
export const lookupKey = 'lookup'

/** Milliseconds until a cached response is stale. */
const staleTime = 15_000
/** `firstDelay`: milliseconds before the first retry; the next one waits twice as long. */
export const retries = { max: 2, firstDelay: 1_000 }

/** `onFailure` is called with the final error of every query and mutation. */
export function createCache(onFailure: (error: unknown) => void): QueryClient {
  // Undoes `cancelQueries` of an earlier session.
  onlineManager.setOnline(true)
  onlineManager.setEventListener(refetchOnReconnect)
  return new QueryClient({
    queryCache: new QueryCache({ onError: onFailure }),
    mutationCache: new MutationCache({ onError: onFailure }),
    defaultOptions: {
      queries: {
        staleTime,
        refetchOnWindowFocus: true,
        retry: (count, error) => count < retries.max && isTransient(error),
        retryDelay: (count) => retries.firstDelay * 2 ** count,
      },
      mutations: { retry: false },
    },
  })
}

/**
 * Requests of an offline browser fail at once and say so, instead of waiting unseen; what is shown
 * loads again once it is online.
 */
function refetchOnReconnect(setOnline: (isOnline: boolean) => void): () => void {
  const reconnect = () => {
    if (!onlineManager.isOnline()) return
    setOnline(false)
    setOnline(true)
  }
  addEventListener('online', reconnect)
  return () => removeEventListener('online', reconnect)
}

/** Pauses all queries while the session ends, so that the screen stays unchanged. */
export const cancelQueries = (): void => onlineManager.setOnline(false)

/** Whether a retry may succeed: network failures while online, and status 502, 503 or 504. */
function isTransient(error: unknown): boolean {
  const failure = failureOf(error)
  if (failure?.kind === 'unreachable') return failure.reason !== 'offline'
  return failure?.kind === 'broken' && [502, 503, 504].includes(failure.status)
}

/**
 * Refetches active queries at once and inactive ones on their next use; reference data is kept.
 * Resolves when active queries have refetched.
 */
export function useRefreshAll(): () => Promise<void> {
  const cache = useQueryClient()
  return useCallback(async () => {
    void application()
      .loadUser()
      .catch(() => undefined)
    await cache.invalidateQueries({
      predicate: ({ options }) =>
        !('staleTime' in options) || options.staleTime !== Number.POSITIVE_INFINITY,
    })
  }, [cache])
}
