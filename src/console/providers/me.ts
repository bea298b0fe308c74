/** Who is signed in, for the components that show or decide by it; the session is the one place that knows. */
import { useSyncExternalStore } from 'react'
import { knownUser, onSessionChange } from '#client/session.ts'
import type { User } from '#contract/users.ts'

/** Null before the server has told, and after signing out. Draws anew when the server tells something else. */
export function useMe(): User | null {
  return useSyncExternalStore(onSessionChange, knownUser)
}

/** What to call somebody. */
export const nameOf = (user: User | null): string => user?.nickname || user?.username || user?.account || ''
