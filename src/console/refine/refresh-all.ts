/** Refetches the user and all queries after money or quota has changed. */
import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { loadUser } from '#client/session/current-user.ts'

/**
 * Refetches active queries at once and inactive ones on their next use; reference data is kept.
 * Resolves when active queries have refetched.
 */
export function useRefreshAll(): () => Promise<void> {
  const cache = useQueryClient()
  return useCallback(async () => {
    void loadUser().catch(() => undefined)
    await cache.invalidateQueries({
      predicate: ({ options }) =>
        !('staleTime' in options) || options.staleTime !== Number.POSITIVE_INFINITY,
    })
  }, [cache])
}
