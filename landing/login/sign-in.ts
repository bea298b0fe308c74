/** Signs in: login call, session, user, event (spec 4.2). */
import { call } from '#client/api/call.ts'
import { loadUser } from '#client/session/current-user.ts'
import { signIn as storeSession, signOut } from '#client/session/session.ts'
import { WireError } from '#contract/failure.ts'
import { signIn as calls } from '#contract/sign-in.ts'
import type { Session } from '#contract/sign-in.ts'

/**
 * Dispatched on `window` after each sign-in (spec 4.2), also if the user could not be loaded yet. For
 * scripts that the site adds; nothing here listens.
 */
export const signedInEvent = 'on-login-success'

/**
 * Throws WireError and stays signed out if the server refuses either call. If the user cannot be
 * loaded because the server is unreachable, broken or busy, the session is kept and the next page
 * loads the user.
 */
export async function signInByPassword(account: string, password: string): Promise<void> {
  await startSession(await call(calls.login, { account, password, clientType: 'web' }))
}

/** Stores the new session, loads its user and dispatches the event. Throws like `signInByPassword`. */
export async function startSession(session: Session): Promise<void> {
  storeSession(session)
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
