/** URL routing: page of a URL, redirects of old and unknown URLs (spec 2.1–2.6, 2.37). */

/**
 * Prerendered public pages, in Chinese at these paths and in English below `/en`. Keep in sync with
 * `sitePattern` below.
 */
export const siteRoutes = [
  '/home',
  '/price',
  '/useDoc',
  '/contactUs',
  '/download',
  '/aboutUs',
  '/terms',
  '/privacy',
  '/developers',
] as const
/** Public pages rendered in the browser, in the stored language. */
export const landingRoutes = ['/login', '/PaySuccess'] as const
/** Redirects visitors and users to where they can try a translation (spec 4.3). */
export const freeTestRoute = '/freeTest'
/**
 * All other pages, as one expression, so that the login page does not load the list of console
 * pages. It matches any console address; both consoles redirect those that are none of their pages.
 */
const appPagePattern =
  /^\/(login|PaySuccess|freeTest|User(Center[A-Z][A-Za-z0-9]*|WorkSpace)|operator(\/.*)?)$/

/**
 * The console's sign-out page is open to visitors (spec 2.24). The operators' console has its own
 * sign-in.
 */
export const isOpenToVisitors = (pathname: string): boolean =>
  /^\/(UserCenterExit$|operator)/.test(toCanonicalPath(pathname))

/** `/useDoc/<topic>` is a page of the tutorial (spec 2.16). */
export type SiteRoute = (typeof siteRoutes)[number] | `/useDoc/${string}`
export type LandingRoute = (typeof landingRoutes)[number]
type Page =
  | { kind: 'site'; route: SiteRoute }
  | { kind: 'landing'; route: LandingRoute }
  | { kind: 'freeTest' }
  | { kind: 'console' }
type Address = { pathname: string; search: string; hash: string }

const movedPaths: Readonly<Record<string, string>> = {
  '/userCenter': '/UserCenterIndex',
  '/UserCenterMemberAccountLog': '/UserCenterAccountLog',
}

/** Page of a path after redirects. */
export function toPage(pathname: string): Page {
  const route = toCanonicalPath(pathname).replace(/^\/en(?=\/)/, '')
  if (isSite(route)) return { kind: 'site', route }
  const landingRoute = landingRoutes.find((known) => known === route)
  return landingRoute
    ? { kind: 'landing', route: landingRoute }
    : { kind: route === freeTestRoute ? 'freeTest' : 'console' }
}

/** Redirect target with query and hash, or null if the path is canonical. */
export function findRedirect({ pathname, search, hash }: Address): string | null {
  const canonicalPath = toCanonicalPath(pathname)
  return canonicalPath === pathname ? null : canonicalPath + search + hash
}

/**
 * Same-origin target for the redirect after sign-in. Null for other origins and for the sign-in and
 * sign-out pages.
 */
export function toSafeTarget(to: string | null | undefined): string | null {
  const placeholderOrigin = 'https://here.invalid'
  if (!to?.startsWith('/') || !URL.canParse(to, placeholderOrigin)) return null
  const { origin, pathname, search, hash } = new URL(to, placeholderOrigin)
  const canonicalPath = toCanonicalPath(pathname)
  return origin === placeholderOrigin &&
    canonicalPath !== '/login' &&
    !isOpenToVisitors(canonicalPath)
    ? canonicalPath + search + hash
    : null
}

/** URL of the login page that returns to `from` afterwards. */
export const toLoginUrl = (from: string): string => `/login?type=1&to=${encodeURIComponent(from)}`

/**
 * Removes the language prefix from pages other than those of the site, maps old paths to new ones,
 * and unknown ones to the home page.
 */
function toCanonicalPath(pathname: string): string {
  const path = pathname
    .replace(/^\/(zh|en)(?=\/|$)/, '')
    .replace(/\/+$/, '')
    .replace(/^\/userCenter(?=\/.)/, '')
  const currentPath = movedPaths[path] ?? path
  const route = isSite(currentPath) || appPagePattern.test(currentPath) ? currentPath : '/home'
  return /^\/en(\/|$)/.test(pathname) && isSite(route) ? `/en${route}` : route
}

/**
 * Matches `siteRoutes` and tutorial topics as one expression, so that the login page does not load
 * the list.
 */
const sitePattern =
  /^\/(home|price|useDoc(\/[\w-]+)?|contactUs|download|aboutUs|terms|privacy|developers)$/
const isSite = (path: string): path is SiteRoute => sitePattern.test(path)
