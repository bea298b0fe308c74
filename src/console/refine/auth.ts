/** Refine's auth provider: login, logout, registration, password change and identity. */
import type { AuthProvider } from '@refinedev/core'
import { call } from '#client/api/call.ts'
import { loadUser } from '#client/session/current-user.ts'
import { consumeFirstUser } from '#console/refine/current-user.ts'
import { errorMessage } from '#client/api/error-message.ts'
import { toLoginUrl, toSafeTarget } from '#client/routes.ts'
import { getCachedUser, isSignedIn, signIn } from '#client/session/session.ts'
import { endSessionIfExpired, signOutBeforeExit } from '#console/refine/session-expiry.ts'
import { messageOf } from '#console/refine/i18n.ts'
import type { InputOf } from '#contract/endpoint.ts'
import { login } from '#contract/login.ts'
import { isMain } from '#contract/roles.ts'
import { users } from '#contract/users.ts'
import type { User } from '#contract/user.ts'

type Permissions = { role: 'main' | 'sub'; createChildUser: boolean }

export const authProvider: AuthProvider = {
  login: (input: InputOf<typeof login.login> & { to?: string }) =>
    attempt(async () => {
      const { to, ...credentials } = input
      signIn(await call(login.login, credentials))
      await loadUser()
      return toSafeTarget(to) ?? '/'
    }),

  /** Signs out locally even if the server call fails or takes longer than `logoutTimeout`. */
  async logout() {
    if (isSignedIn())
      await call(login.logout, {}, { timeout: logoutTimeout }).catch(() => undefined)
    signOutBeforeExit()
    return { success: true, redirectTo: '/home' }
  },

  register: (input: InputOf<typeof login.register>) =>
    attempt(async () => void (await call(login.register, input)), '/login?type=1'),

  forgotPassword: (input: InputOf<typeof login.sendVCode>) =>
    attempt(async () => void (await call(login.sendVCode, input))),

  /**
   * Changes the password by the old one or a mailed code; either ends every session (spec 4.10).
   */
  updatePassword: (
    input: InputOf<typeof users.changePassword> | InputOf<typeof login.resetPassword>,
  ) =>
    attempt(async () => {
      await ('oldPassword' in input
        ? call(users.changePassword, input)
        : call(login.resetPassword, input))
      signOutBeforeExit()
    }, '/home'),

  check: () =>
    Promise.resolve(
      isSignedIn()
        ? { authenticated: true }
        : { authenticated: false, redirectTo: toLoginUrl(currentAddress()) },
    ),

  onError(error: unknown) {
    endSessionIfExpired(error)
    return Promise.resolve({})
  },

  /** Shares the request made when the page opened. */
  getIdentity: (): Promise<User> => consumeFirstUser(),

  getPermissions: async (): Promise<Permissions> => {
    const user = getCachedUser() ?? (await loadUser())
    return { role: isMain(user) ? 'main' : 'sub', createChildUser: Boolean(user.createChildUser) }
  },
}

/** Milliseconds to wait for the server on logout. */
const logoutTimeout = 3_000

const currentAddress = () => location.pathname + location.search + location.hash

/** Refine expects a failure as a returned value with the message to show. */
async function attempt(work: () => Promise<string | void>, redirectTo?: string) {
  try {
    const to = (await work()) ?? redirectTo
    return { success: true, ...(to === undefined ? {} : { redirectTo: to }) }
  } catch (cause) {
    return { success: false, error: new Error(errorMessage(cause, messageOf).text, { cause }) }
  }
}
