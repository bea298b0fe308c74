/** Links of the client-rendered public pages; they preserve the invitation code (2.5). */
import type { LandingRoute, SiteRoute } from '#client/routes.ts'

export const inviteCode = (): string | null =>
  new URLSearchParams(location.search).get('inviteCode') || null

export function linkTo(
  route: LandingRoute | SiteRoute | '/',
  query: Record<string, string> = {},
): string {
  const code = inviteCode()
  const all = new URLSearchParams({
    ...query,
    ...(code === null ? {} : { inviteCode: code }),
  }).toString()
  return all ? `${route}?${all}` : route
}
