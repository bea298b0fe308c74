/** Loads the signed-in user and caches it in the session; concurrent calls share one request. */
import { call } from '#client/api/call.ts'
import { currentSession, rememberUser } from '#client/session/session.ts'
import { getUser, type User } from '#contract/user.ts'

let pending: { sk: string; user: Promise<User> } | undefined

/** Throws WireError. Concurrent calls share one request. */
export function loadUser(): Promise<User> {
  const sk = currentSession()?.sk ?? ''
  if (pending?.sk === sk) return pending.user
  const request = { sk, user: fetchUser() }
  pending = request
  void clearWhenSettled(request)
  return request.user
}

async function clearWhenSettled(request: typeof pending) {
  await Promise.allSettled([request?.user])
  if (pending === request) pending = undefined
}

async function fetchUser(): Promise<User> {
  const user = await call(getUser, {})
  rememberUser(user)
  return user
}
