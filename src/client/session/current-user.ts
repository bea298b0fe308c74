/**
 * The signed-in user asked of the server: one request at a time however many ask, the answer
 * remembered in the session.
 */
import { call } from '#client/api/call.ts'
import { currentSession, rememberUser } from '#client/session/session.ts'
import { users, type User } from '#contract/users.ts'

let asked: { sk: string; answer: Promise<User> } | undefined

/** Throws WireError. Those who ask while a request is under way share its answer. */
export function loadUser(): Promise<User> {
  const sk = currentSession()?.sk ?? ''
  if (asked?.sk === sk) return asked.answer
  const request = { sk, answer: ask() }
  asked = request
  void forgetWhenAnswered(request)
  return request.answer
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
