/**
 * Where an address leads, as the server has to know it: to a prerendered page, to the program, or
 * to another address.
 */
import { pageOf, redirectOf } from '#client/routes.ts'
import type { Place } from '#contract/site.ts'
import { sitePages } from '#landing/site-pages.ts'

/**
 * Unknown addresses lead home (2.1); those of the program are left to it, which also knows the
 * fragment.
 */
export function findPlace(pathname: string, search: string): Place {
  const page = pageOf(pathname)
  if (page.kind !== 'site') return { kind: 'app' }
  if (!sitePages[page.route])
    return { kind: 'moved', to: (pathname.startsWith('/en/') ? '/en/home' : '/home') + search }
  const to = redirectOf({ pathname, search, hash: '' })
  if (to === null) return { kind: 'page', path: pathname }
  return { kind: 'moved', to: /^\/zh(\/|$)/.test(pathname) ? inChinese(to) : to }
}

/** Says so, because the reader may have chosen English before. */
function inChinese(to: string): string {
  const url = new URL(to, 'https://here.invalid')
  url.searchParams.set('lang', 'zh')
  return url.pathname + url.search
}
