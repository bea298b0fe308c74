/** Loads the current user once when the page opens, shared by all consumers. */
import { loadUser } from '#client/session/current-user.ts'
import { currentSession } from '#client/session/session.ts'
import type { User } from '#contract/users.ts'

let first: { sk: string | undefined; answer: Promise<User> } | undefined

/** Starts the request before the first render. */
export function loadFirstUser(): Promise<User> {
  first = { sk: currentSession()?.sk, answer: loadUser() }
  return first.answer
}

/**
 * Returns the initial response on the first call; afterwards, or if that request failed, reloads
 * the user.
 */
export async function consumeFirstUser(): Promise<User> {
  const taken = first
  first = undefined
  if (!taken || taken.sk !== currentSession()?.sk) return loadUser()
  return taken.answer.catch(() => loadUser())
}
