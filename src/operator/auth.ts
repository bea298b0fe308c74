/** Refine's auth provider of the operators' console, and signing out. */
import type { AuthProvider } from '@refinedev/core'
import { call } from '#client/api/call.ts'
import { isSignedIn } from '#client/session/session.ts'
import { endSessionIfExpired, signOutAndOpen } from '#console/refine/session-expiry.ts'
import { operatorSession, type CurrentOperator } from '#contract/operator/session.ts'
import { loadOperator } from '#operator/current-operator.ts'

export const homePath = '/operator'

/** Milliseconds to wait for the server on sign-out. */
const logoutTimeout = 3_000

/** Signs out locally even if the server call fails or takes longer than `logoutTimeout`. */
export async function signOutOperator(): Promise<void> {
  if (isSignedIn())
    await call(operatorSession.signOut, {}, { timeout: logoutTimeout, quiet: true }).catch(
      () => undefined,
    )
  signOutAndOpen(homePath)
}

export const authProvider: AuthProvider = {
  /** The sign-in page has its own form. */
  login: () => Promise.resolve({ success: false }),

  async logout() {
    await signOutOperator()
    return { success: true }
  },

  check: () => Promise.resolve({ authenticated: isSignedIn() }),

  onError(error: unknown) {
    endSessionIfExpired(error)
    return Promise.resolve({})
  },

  getIdentity: (): Promise<CurrentOperator> => loadOperator(),
}
