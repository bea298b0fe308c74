/**
 * Who is signed in: the secret, the user's id and what is known of the user, kept per tab (spec
 * 4.1).
 */
import { parseJson } from '#client/parse-json.ts'
import { sessionKeys as keys, tabStore } from '#client/storage.ts'
import { check } from '#contract/issues.ts'
import type { Session } from '#contract/login.ts'
import { User } from '#contract/users.ts'

/**
 * `switched`: somebody else is signed in now than before. `by`: this tab, another one, or a link
 * that nobody was asked about.
 */
export type SessionChange = {
  now: 'signedIn' | 'switched' | 'signedOut' | 'known'
  by: 'here' | 'otherTab' | 'link'
}

const listeners = new Set<(change: SessionChange) => void>()
let read: { text: string | null; user: User | null } = { text: null, user: null }

export function currentSession(): Session | null {
  const sk = tabStore.get(keys.sk)
  const userId = tabStore.get(keys.userId)
  return sk && userId ? { sk, userId } : null
}

export const signedIn = (): boolean => currentSession() !== null

/**
 * The user as last told by the server, the same object until told anew; null when signed out or not
 * told yet.
 */
export function knownUser(): User | null {
  const text = signedIn() ? tabStore.get(keys.user) : null
  if (text !== read.text) read = { text, user: userFrom(text) }
  return read.user
}

/** Takes the place of whoever was signed in before. */
export function signIn(session: Session, by: SessionChange['by'] = 'here'): void {
  const before = currentSession()
  const switched = before !== null && before.userId !== String(session.userId)
  if (before?.userId !== String(session.userId)) tabStore.remove(keys.user)
  tabStore.set(keys.sk, session.sk)
  tabStore.set(keys.userId, String(session.userId))
  tell({ now: switched ? 'switched' : 'signedIn', by })
}

/**
 * Keeps what the server told about the signed-in user; an answer that arrives after a sign-out is
 * dropped.
 */
export function rememberUser(user: User): void {
  if (currentSession()?.userId !== String(user.userId)) return
  tabStore.set(keys.user, JSON.stringify(user))
  tell({ now: 'known', by: 'here' })
}

export function signOut(by: SessionChange['by'] = 'here'): void {
  const was = signedIn()
  for (const key of Object.values(keys)) tabStore.remove(key)
  if (was) tell({ now: 'signedOut', by })
}

/** Calls back on every change, until the returned function is called. */
export function onSessionChange(listener: (change: SessionChange) => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

function tell(change: SessionChange) {
  for (const listener of listeners) listener(change)
}

function userFrom(text: string | null): User | null {
  const user = check(User, parseJson(text))
  return user.ok ? user.value : null
}
