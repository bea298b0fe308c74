/**
 * After money or quota has moved: who one is and what one has are asked for anew, wherever they are
 * shown.
 */
import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { loadUser } from '#client/session/current-user.ts'

/**
 * What is on the screen is asked for at once, what was kept of other pages when they are opened;
 * names of things stay. Settles when the screen is true.
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
