/** Redirect target of the free test (spec 4.3), by sign-in state and member group. */
import { loadUser } from '#client/session/current-user.ts'
import { freeTestRoute } from '#client/routes.ts'
import { getCachedUser, isSignedIn } from '#client/session/session.ts'
import { businessLimits } from '#contract/business-limits.ts'
import { linkTo } from '#landing/links.ts'

/**
 * Visitors register first and return through the `to` parameter, which preserves the package chosen
 * on the price page. Users of the free tier go to the translation test, others to recharge.
 */
export async function findFreeTestTarget(): Promise<string> {
  const chosen = new URLSearchParams(location.search).get('package')
  const query = chosen === null ? '' : `?package=${encodeURIComponent(chosen)}`
  if (!isSignedIn()) return linkTo('/login', { type: '2', to: freeTestRoute + query })
  const user = getCachedUser() ?? (await loadUser().catch(() => null))
  return String(user?.memberGroupId) === businessLimits.freeTest.groupId
    ? '/UserCenterChangeTranslateTest'
    : `/UserCenterRecharge${query}`
}
