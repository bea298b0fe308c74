/** Signs in: login call, session, user (spec 4.2). */
import { call } from '#client/api/call.ts'
import { loadUser } from '#client/session/current-user.ts'
import { signIn, signOut } from '#client/session/session.ts'
import { WireError } from '#contract/failure.ts'
import { signIn as endpoints } from '#contract/sign-in.ts'
import type { Session } from '#contract/sign-in.ts'

/** Dispatched on `window` once the user is loaded. */
export const signedInEvent = 'on-login-success'

/**
 * Throws WireError and stays signed out if the server refuses either call. If the user cannot be
 * loaded because the server is unreachable, broken or busy, the session is kept and the next page
 * loads the user.
 */
export async function signInWith(account: string, password: string): Promise<void> {
  await startSession(await call(endpoints.login, { account, password, clientType: 'web' }))
}

/** Stores the new session and loads its user. Throws like `signInWith`. */
export async function startSession(session: Session): Promise<void> {
  signIn(session)
  try {
    await loadUser()
  } catch (error) {
    if (
      !(error instanceof WireError) ||
      !['unreachable', 'broken', 'busy'].includes(error.failure.kind)
    ) {
      signOut()
      throw error
    }
  }
  dispatchEvent(new CustomEvent(signedInEvent))
}
