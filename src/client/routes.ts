/**
 * Which page an address shows, and where old and unknown addresses lead (spec 2.1–2.6, 2.37). Pure:
 * nothing of a browser.
 */

/**
 * Pages of the public site: prerendered, in Chinese at these addresses and in English at the same
 * below `/en`; `site` below tells them too.
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
] as const
/**
 * Pages for visitors that need a script; each draws one page of `landing/`, in the language that
 * was chosen.
 */
export const landingRoutes = ['/login', '/PaySuccess'] as const
/** 4.3: leads on to where this visitor or user can try a translation. */
export const freeTestRoute = '/freeTest'
/** 2.4: all pages of the console, built or not. */
export const consoleRoutes = [
  '/UserCenterIndex',
  '/UserCenterInfo',
  '/UserCenterChangePassword',
  '/UserCenterExit',
  '/UserCenterSecondStep',
  '/UserCenterSessions',
  '/UserCenterLoginLog',
  '/UserCenterChild',
  '/UserCenterRecharge',
  '/UserCenterAccountLog',
  '/UserCenterChangeTranslateLog',
  '/UserCenterChangeTranslateTest',
  '/UserCenterOrder',
  '/UserCenterInvite',
  '/UserWorkSpace',
] as const

/** The console's goodbye is shown to those who have just left (2.24). */
export const isOpenToVisitors = (pathname: string): boolean =>
  settledPath(pathname) === '/UserCenterExit'

/** `/useDoc/<topic>` is a page of the tutorial (2.16). */
export type SiteRoute = (typeof siteRoutes)[number] | `/useDoc/${string}`
export type LandingRoute = (typeof landingRoutes)[number]
export type Page =
  | { kind: 'site'; route: SiteRoute }
  | { kind: 'landing'; route: LandingRoute }
  | { kind: 'freeTest' }
  | { kind: 'console' }
type Address = { pathname: string; search: string; hash: string }

const moved: Readonly<Record<string, string>> = {
  '/userCenter': '/UserCenterIndex',
  '/UserCenterMemberAccountLog': '/UserCenterAccountLog',
}

/** The page of an address after its redirects. */
export function pageOf(pathname: string): Page {
  const settled = settledPath(pathname).replace(/^\/en(?=\/)/, '')
  if (isSite(settled)) return { kind: 'site', route: settled }
  const route = landingRoutes.find((known) => known === settled)
  return route
    ? { kind: 'landing', route }
    : { kind: settled === freeTestRoute ? 'freeTest' : 'console' }
}

/** Where an address leads, query and hash kept; null when it is where it belongs. */
export function redirectOf({ pathname, search, hash }: Address): string | null {
  const settled = settledPath(pathname)
  return settled === pathname ? null : settled + search + hash
}

/**
 * A page of this site that one may be sent to after signing in; null for anything else, and for the
 * pages of coming and going themselves.
 */
export function safeTarget(to: string | null | undefined): string | null {
  const here = 'https://here.invalid'
  if (!to?.startsWith('/') || !URL.canParse(to, here)) return null
  const { origin, pathname, search, hash } = new URL(to, here)
  const settled = settledPath(pathname)
  return origin === here && settled !== '/login' && !isOpenToVisitors(settled)
    ? settled + search + hash
    : null
}

/** The login page that brings one back to `from` afterwards. */
export const loginFor = (from: string): string => `/login?type=1&to=${encodeURIComponent(from)}`

function settledPath(pathname: string): string {
  const nested = pathname
    .replace(/^\/(zh|en)(?=\/|$)/, '')
    .replace(/\/+$/, '')
    .replace(/^\/userCenter(?=\/.)/, '')
  const found = moved[nested] ?? nested
  const settled = isSite(found)
    ? found
    : ([...landingRoutes, freeTestRoute, ...consoleRoutes].find((known) => known === found) ??
      '/home')
  return /^\/en(\/|$)/.test(pathname) && isSite(settled) ? `/en${settled}` : settled
}

/**
 * `siteRoutes` and the tutorial's in one expression: the list itself need not come along with the
 * login page.
 */
const site = /^\/(home|price|useDoc(\/[\w-]+)?|contactUs|download|aboutUs|terms|privacy)$/
const isSite = (path: string): path is SiteRoute => site.test(path)
