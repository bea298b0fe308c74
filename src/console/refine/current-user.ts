/** Current user from the session, as a React hook. */
import { useSyncExternalStore } from 'react'
import { knownUser, onSessionChange } from '#client/session/session.ts'
import { sessionIsEnding } from '#console/refine/session-expiry.ts'
import type { User } from '#contract/users.ts'

let shown: User | null = null

/**
 * Returns null until the user has loaded. Rerenders on changes, except while the session is ending.
 */
export function useCurrentUser(): User | null {
  return useSyncExternalStore(onSessionChange, current)
}

function current(): User | null {
  if (!sessionIsEnding()) shown = knownUser()
  return shown
}

/** Display name of a user. */
export const nameOf = (user: User | null): string =>
  user?.nickname || user?.username || user?.account || ''
