/** Links of the client-rendered public pages, which preserve the invitation code (spec 2.5). */
import type { LandingRoute, SiteRoute } from '#client/routes.ts'

export const inviteCode = (): string | null =>
  new URLSearchParams(location.search).get('inviteCode') || null

export function linkTo(
  route: LandingRoute | SiteRoute | '/',
  query: Record<string, string> = {},
): string {
  const code = inviteCode()
  const search = new URLSearchParams({
    ...query,
    ...(code === null ? {} : { inviteCode: code }),
  }).toString()
  return search ? `${route}?${search}` : route
}

/** Link to the other view. Preserves the query, including invitation code and redirect target. */
export function viewLink(type: '1' | '2'): string {
  const query = new URLSearchParams(location.search)
  query.set('type', type)
  return `/login?${query.toString()}`
}

/** Session storage key of the e-mail just registered, removed after sign-in. */
export const registeredKey = 'registered'
/** Session storage key of the reason why the invitation gave no reward, removed after sign-in. */
export const rewardRefusedKey = 'rewardRefused'
