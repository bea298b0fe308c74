/** Hooks for the notice feed, which starts once the page has rendered. */
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { currentFeed, onFeed, startFeed, type Feed } from '#console/features/notifications/feed.ts'
import { useCurrentUser } from '#console/refine/current-user.ts'
import { useCapabilities } from '#console/refine/capabilities.ts'
import { notices } from '#contract/notices.ts'

export const useFeed = (): Feed => useSyncExternalStore(onFeed, currentFeed)

/**
 * Keeps the stream open while a user is signed in. Returns whether the backend stores notices: it
 * may only stream them.
 */
export function useFeedStarted(): boolean {
  const cache = useQueryClient()
  const me = useCurrentUser()
  const { serves, known } = useCapabilities()
  const keeps = serves(notices.page)
  const userId = me?.userId
  useEffect(() => {
    if (userId === undefined || !known) return
    const stop = startFeed(userId, { cache, keeps })
    return stop
  }, [userId, cache, keeps, known])
  return keeps
}
