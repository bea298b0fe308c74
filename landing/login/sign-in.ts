/** Signing in: the call, the session, the user (4.2). */
import { call } from '#client/api/call.ts'
import { loadUser } from '#client/session/current-user.ts'
import { signIn, signOut } from '#client/session/session.ts'
import { WireError } from '#contract/failure.ts'
import { login, type Session } from '#contract/login.ts'

/** Raised on `window` once the user is known. */
export const signedInEvent = 'on-login-success'

/**
 * Throws WireError and leaves nobody signed in when the server refuses either call.
 * When it accepts the first and can't be reached for the second, one is signed in; the user is
 * asked for again by the page that needs it.
 */
export async function signInWith(account: string, password: string): Promise<void> {
  await enter(await call(login.login, { account, password, clientType: 'web' }))
}

/** What follows once the server has opened a session. Throws as above. */
export async function enter(session: Session): Promise<void> {
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
