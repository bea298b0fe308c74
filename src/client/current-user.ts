/** The signed-in user asked of the server: one request at a time however many ask, the answer remembered in the session. */
import { call } from '#client/call.ts'
import { currentSession, rememberUser } from '#client/session.ts'
import { users, type User } from '#contract/users.ts'

let asked: { sk: string; answer: Promise<User> } | undefined
/** What the page was opened with, until somebody takes it. */
let first: typeof asked

/** Throws WireError. Those who ask while a request is under way share its answer. */
export function loadUser(): Promise<User> {
  const sk = currentSession()?.sk ?? ''
  if (asked?.sk === sk) return asked.answer
  const request = { sk, answer: ask() }
  asked = request
  void forgetWhenAnswered(request)
  return request.answer
}

/** For what has to know the user before the page is drawn. */
export function loadFirstUser(): Promise<User> {
  const answer = loadUser()
  first = asked
  return answer
}

/** The answer that the page was opened with, the first time; a new one afterwards, or when that one failed. */
export async function takeFirstUser(): Promise<User> {
  const taken = first
  first = undefined
  if (!taken || taken.sk !== currentSession()?.sk) return loadUser()
  return taken.answer.catch(() => loadUser())
}

async function forgetWhenAnswered(request: typeof asked) {
  await Promise.allSettled([request?.answer])
  if (asked === request) asked = undefined
}

async function ask(): Promise<User> {
  const user = await call(users.get, {})
  rememberUser(user)
  return user
}
