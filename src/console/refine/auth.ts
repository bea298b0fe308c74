/** Refine's auth provider of both consoles; signing in has pages of its own. */
import { dropFormDrafts } from '#console/refine/form-draft.ts'
import type { AuthProvider } from '@refinedev/core'
import { call } from '#client/api/call.ts'
import { isSignedIn } from '#client/session/session.ts'
import { application } from '#console/refine/application.ts'
import { consumeFirstUser } from '#console/refine/current-user.ts'
import { endSessionIfExpired, signOutBeforeExit } from '#console/refine/session-expiry.ts'

/** Milliseconds to wait for the server on sign-out. */
const signOutTimeout = 3_000

export const authProvider: AuthProvider = {
  login: () => Promise.resolve({ success: false }),

  /**
   * Signs out locally even if the server call fails or takes longer than `signOutTimeout`. The
   * caller leaves the page.
   */
  async logout() {
    const options = { timeout: signOutTimeout, quiet: true }
    if (isSignedIn()) await call(application().signOutCall, {}, options).catch(() => undefined)
    // The server may have reported the end of the session meanwhile, by which drafts are stored.
    dropFormDrafts()
    signOutBeforeExit()
    return { success: true }
  },

  check: () => Promise.resolve({ authenticated: isSignedIn() }),

  onError(error: unknown) {
    endSessionIfExpired(error)
    return Promise.resolve({})
  },

  getIdentity: consumeFirstUser,
}
