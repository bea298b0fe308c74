/**
 * How answers are kept and asked for again: one cache per signed-in user, nothing of it left for
 * the next one.
 */
import {
  keepPreviousData,
  MutationCache,
  onlineManager,
  QueryCache,
  QueryClient,
} from '@tanstack/react-query'
import { failureOf } from '#console/refine/data-errors.ts'

/** Milliseconds for which an answer is as good as a new one. */
const latest = 15_000
/** Times a failed read is asked again. */
const timeout = 2

/** `onFailure` hears of everything that fails for good, reads and changes alike. */
export function createCache(onFailure: (error: unknown) => void): QueryClient {
  onlineManager.setOnline(true)
  return new QueryClient({
    queryCache: new QueryCache({ onError: onFailure }),
    mutationCache: new MutationCache({ onError: onFailure }),
    defaultOptions: {
      queries: {
        staleTime: latest,
        placeholderData: keepPreviousData,
        refetchOnWindowFocus: true,
        retry: (count, error) => count < timeout && mayPass(error),
      },
      mutations: { retry: false },
    },
  })
}

/**
 * On the way out nothing is asked for any more: what is on the screen stays as it is, and nobody is
 * left to ask for.
 */
export const cancelQueries = (): void => onlineManager.setOnline(false)

/**
 * Only what may be over in a moment is worth asking again: no answer, or a server in trouble. Never
 * a refusal.
 */
function mayPass(error: unknown): boolean {
  const failure = failureOf(error)
  if (failure?.kind === 'unreachable') return failure.reason !== 'offline'
  return failure?.kind === 'broken' && [502, 503, 504].includes(failure.status)
}
