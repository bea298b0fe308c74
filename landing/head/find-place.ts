/** Resolves a path for the server: prerendered page, client-rendered app, or redirect. */
import { pageOf, redirectOf } from '#client/routes.ts'
import type { Place } from '#contract/site.ts'
import { sitePages } from '#landing/site-pages.ts'

/**
 * Unknown paths redirect to the home page (2.1). Paths of the app are resolved in the browser,
 * which also has the fragment.
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

/** Sets `lang` explicitly, since English may be stored in the browser. */
function inChinese(to: string): string {
  const url = new URL(to, 'https://here.invalid')
  url.searchParams.set('lang', 'zh')
  return url.pathname + url.search
}
