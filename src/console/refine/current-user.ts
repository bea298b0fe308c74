/** Current user: loaded once when the page opens, as a React hook, and its name and billing. */
import { useSyncExternalStore } from 'react'
import { getCachedUser, onSessionChange, currentSession } from '#client/session/session.ts'
import { isSessionEnding } from '#console/refine/session-expiry.ts'
import { messageOf, t } from '#console/refine/i18n.ts'
import { isMain } from '#contract/roles.ts'
import type { User } from '#contract/user.ts'
import { application } from '#console/refine/application.ts'

/**
 * Makes a hook of a reader of the session's user. The hook returns null until the user has loaded,
 * and the same user while the session is ending, when none is stored any more.
 */
export function userHook<U>(read: () => U | null): () => U | null {
  let last: U | null = null
  const current = () => {
    if (!isSessionEnding()) last = read()
    return last
  }
  return function useUser() {
    return useSyncExternalStore(onSessionChange, current)
  }
}

export const useCurrentUser = userHook(getCachedUser)

/** Access rights of the signed-in user, or of the operator in the operators' console. */
export const useUserAccess = userHook(() => application().userAccess())

/** Whether the membership is by time, so that translations cost no characters. */
export const isBilledByTime = (user: Pick<User, 'memberGroup'> | null): boolean =>
  user?.memberGroup?.translationBillingMode === 'time'

/** Main account, sub-account, or the role of a sub-account. */
export function kindOfAccount(user: User): string {
  const { accountRole = 'member' } = user
  if (isMain(user)) return t('overview.main')
  return accountRole === 'member'
    ? t('overview.sub')
    : messageOf(`resources.subAccounts.values.accountRole.${accountRole}`)
}

/** What a main account has to distribute; a deputy distributes that of its main account. */
export const quotaToDistribute = ({ mainBalance, memberAccount }: User) =>
  mainBalance ?? memberAccount

let firstRequest: { sk: string | undefined; user: Promise<unknown> } | undefined

/** Starts the request before the first render. */
export function loadFirstUser(): Promise<unknown> {
  firstRequest = { sk: currentSession()?.sk, user: application().loadUser() }
  return firstRequest.user
}

/**
 * Returns the initial response on the first call; afterwards, or if that request failed, reloads
 * the user.
 */
export async function consumeFirstUser(): Promise<unknown> {
  const { loadUser } = application()
  const request = firstRequest
  firstRequest = undefined
  if (!request || request.sk !== currentSession()?.sk) return loadUser()
  return request.user.catch(loadUser)
}
