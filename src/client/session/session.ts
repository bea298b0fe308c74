/** Session of the current tab: secret key, user id and cached user (spec 4.1). */
import type * as z from 'zod/mini'
import { parseJson } from '#client/browser.ts'
import { sessionKeys as keys, tabStore } from '#client/storage.ts'
import { validate } from '#contract/issues.ts'
import type { Session } from '#contract/sign-in.ts'
import { User } from '#contract/user.ts'

/**
 * `switched`: another account replaced the previous one. `known`: the user was loaded or changed.
 * `source`: this tab, another tab, or a link adopted without confirmation.
 */
export type SessionChange = {
  state: 'signedIn' | 'switched' | 'signedOut' | 'known'
  source: 'here' | 'otherTab' | 'link'
}

const listeners = new Set<(change: SessionChange) => void>()

export function currentSession(): Session | null {
  const sk = tabStore.get(keys.sk)
  const userId = tabStore.get(keys.userId)
  return sk && userId ? { sk, userId } : null
}

export const isSignedIn = (): boolean => currentSession() !== null

/**
 * Returns a function that reads the cached user or operator, the same object until it changes. Null
 * if signed out or not loaded yet.
 */
export function cachedUserReader<S extends z.core.$ZodType>(schema: S): () => z.output<S> | null {
  let cached: { text: string | null; user: z.output<S> | null } = { text: null, user: null }
  return () => {
    const text = isSignedIn() ? tabStore.get(keys.user) : null
    if (text !== cached.text) {
      const user = validate(schema, parseJson(text))
      cached = { text, user: user.ok ? user.value : null }
    }
    return cached.user
  }
}

export const getCachedUser = cachedUserReader(User)

/** Stores the session, replacing any previous one. */
export function signIn(session: Session, source: SessionChange['source'] = 'here'): void {
  const before = currentSession()
  const isSwitched = before !== null && before.userId !== String(session.userId)
  if (before?.userId !== String(session.userId)) tabStore.remove(keys.user)
  tabStore.set(keys.sk, session.sk)
  tabStore.set(keys.userId, String(session.userId))
  notifyListeners({ state: isSwitched ? 'switched' : 'signedIn', source })
}

/**
 * Caches the signed-in user or operator. Ignores responses for another user or after sign-out.
 */
export function rememberUser<U extends Pick<User, 'userId'>>(user: U): void {
  if (currentSession()?.userId !== String(user.userId)) return
  tabStore.set(keys.user, JSON.stringify(user))
  notifyListeners({ state: 'known', source: 'here' })
}

export function signOut(source: SessionChange['source'] = 'here'): void {
  const wasSignedIn = isSignedIn()
  for (const key of Object.values(keys)) tabStore.remove(key)
  if (wasSignedIn) notifyListeners({ state: 'signedOut', source })
}

/** Notifies of every session change. Returns the unsubscribe function. */
export function onSessionChange(listener: (change: SessionChange) => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

function notifyListeners(change: SessionChange) {
  for (const listener of listeners) listener(change)
}
