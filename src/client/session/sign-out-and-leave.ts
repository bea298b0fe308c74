/** Signs out from a public page, or from the notice about a sign-in link. */
import { call } from '#client/api/call.ts'
import { setPageMessage } from '#client/page-message.ts'
import { isSignedIn, signOut } from '#client/session/session.ts'
import { signIn as calls } from '#contract/sign-in.ts'

/** Milliseconds. */
const timeout = 3_000

/**
 * Ends the session locally and on the server, then opens the home page, like sign-out in the
 * console (spec 2.24).
 */
export async function signOutAndLeave(): Promise<void> {
  if (isSignedIn()) await call(calls.logout, {}, { timeout }).catch(() => undefined)
  signOut()
  setPageMessage({ kind: 'signedOut' })
  location.assign('/home')
}
