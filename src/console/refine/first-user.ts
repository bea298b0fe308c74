/**
 * The user as the server names them when a page opens: asked for once, however many have to know.
 */
import { loadUser } from '#client/session/current-user.ts'
import { currentSession } from '#client/session/session.ts'
import type { User } from '#contract/users.ts'

let first: { sk: string | undefined; answer: Promise<User> } | undefined

/** For what has to know the user before the page is drawn. */
export function loadFirstUser(): Promise<User> {
  first = { sk: currentSession()?.sk, answer: loadUser() }
  return first.answer
}

/**
 * The answer that the page was opened with, the first time; a new one afterwards, or when that one
 * failed.
 */
export async function consumeFirstUser(): Promise<User> {
  const taken = first
  first = undefined
  if (!taken || taken.sk !== currentSession()?.sk) return loadUser()
  return taken.answer.catch(() => loadUser())
}
