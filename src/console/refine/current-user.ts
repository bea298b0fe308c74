/** Current user: loaded once when the page opens, as a React hook, and its name and billing. */
import { useSyncExternalStore } from 'react'
import { getCachedUser, onSessionChange, currentSession } from '#client/session/session.ts'
import { isSessionEnding } from '#console/refine/session-expiry.ts'
import type { User } from '#contract/user.ts'
import { loadUser } from '#client/session/current-user.ts'
import { application } from '#console/refine/application.ts'
import type { UserAccess } from '#contract/roles.ts'

/** Kept while the session is ending, when no user is stored any more. */
let lastUser: User | null = null

/**
 * Returns null until the user has loaded. Rerenders on changes, except while the session is ending.
 */
export function useCurrentUser(): User | null {
  return useSyncExternalStore(onSessionChange, currentUser)
}

function currentUser(): User | null {
  if (!isSessionEnding()) lastUser = getCachedUser()
  return lastUser
}

let lastAccess: UserAccess | null = null

/** Access rights of the signed-in user, or of the operator in the operators' console. */
export function useUserAccess(): UserAccess | null {
  return useSyncExternalStore(onSessionChange, currentAccess)
}

function currentAccess(): UserAccess | null {
  if (!isSessionEnding()) lastAccess = application().userAccess()
  return lastAccess
}

/** Whether the membership is by time, so that translations cost no characters. */
export const isBilledByTime = (user: Pick<User, 'memberGroup'> | null): boolean =>
  user?.memberGroup?.translationBillingMode === 'time'

let firstRequest: { sk: string | undefined; user: Promise<User> } | undefined

/** Starts the request before the first render. */
export function loadFirstUser(): Promise<User> {
  firstRequest = { sk: currentSession()?.sk, user: loadUser() }
  return firstRequest.user
}

/**
 * Returns the initial response on the first call; afterwards, or if that request failed, reloads
 * the user.
 */
export async function consumeFirstUser(): Promise<User> {
  const request = firstRequest
  firstRequest = undefined
  if (!request || request.sk !== currentSession()?.sk) return loadUser()
  return request.user.catch(() => loadUser())
}
