/**
 * Who is signed in, for the components that show or decide by it; the session is the one place that
 * knows.
 */
import { useSyncExternalStore } from 'react'
import { knownUser, onSessionChange } from '#client/session/session.ts'
import { sessionIsEnding } from '#console/refine/session-expiry.ts'
import type { User } from '#contract/users.ts'

let shown: User | null = null

/**
 * Null before the server has told. Draws anew when it tells something else; on the way out nothing
 * changes any more.
 */
export function useCurrentUser(): User | null {
  return useSyncExternalStore(onSessionChange, current)
}

function current(): User | null {
  if (!sessionIsEnding()) shown = knownUser()
  return shown
}

/** What to call somebody. */
export const nameOf = (user: User | null): string =>
  user?.nickname || user?.username || user?.account || ''
