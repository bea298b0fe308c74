/**
 * The free test (4.3): visitors register first and come back here; users go to the translation
 * test, or to recharge when theirs is over.
 */
import { loadUser } from '#client/session/current-user.ts'
import { freeTestRoute } from '#client/routes.ts'
import { knownUser, signedIn } from '#client/session/session.ts'
import { limits } from '#contract/limits.ts'
import { linkTo } from '#landing/links.ts'

/** Raised on `window` when a free test is asked for (2.11). */
const freeTestEvent = 'free-test'

/**
 * Where the free test leads. The intent survives registration and login as the `to` of the address,
 * with the package chosen on the price page.
 */
export async function freeTestTarget(): Promise<string> {
  dispatchEvent(new CustomEvent(freeTestEvent))
  const chosen = new URLSearchParams(location.search).get('package')
  const query = chosen === null ? '' : `?package=${encodeURIComponent(chosen)}`
  if (!signedIn()) return linkTo('/login', { type: '2', to: freeTestRoute + query })
  const user = knownUser() ?? (await loadUser().catch(() => null))
  return String(user?.memberGroupId) === limits.freeTest.groupId
    ? '/UserCenterChangeTranslateTest'
    : `/UserCenterRecharge${query}`
}
