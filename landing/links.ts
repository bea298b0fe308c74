/** Links of the client-rendered public pages, which preserve the invitation code (spec 2.5). */
import type { LandingRoute, SiteRoute } from '#client/routes.ts'

/** Invitation code in the address (spec 2.5). */
export const readInviteCode = (): string | null =>
  new URLSearchParams(location.search).get('inviteCode') || null

/** Link with the given query and the invitation code. */
export function linkTo(
  route: LandingRoute | SiteRoute | '/',
  query: Record<string, string> = {},
): string {
  const code = readInviteCode()
  const search = new URLSearchParams({
    ...query,
    ...(code === null ? {} : { inviteCode: code }),
  }).toString()
  return search ? `${route}?${search}` : route
}

/** Link to a view of the login page. Preserves the query, with invitation code and target. */
export function loginViewLink(view: 'login' | 'registration'): string {
  const query = new URLSearchParams(location.search)
  query.set('type', view === 'login' ? '1' : '2')
  return `/login?${query.toString()}`
}
