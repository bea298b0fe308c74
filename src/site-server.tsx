/** Server bundle of the public site (see contract/site.ts): routing, and each page as HTML. */
import type { SiteRoute } from '#client/routes.ts'
import type { Site } from '#contract/site.ts'
import { siteFiles, siteRoutesInOrder, resolveRoute } from '#landing/head/site-files.ts'
import { renderPage, type PageInput } from '#landing/head/render-page.tsx'
import { openSitePage } from '#landing/site-pages.ts'
import { sitePathIn } from '#landing/site-links.ts'
import { currentMessages } from '#landing/messages.ts'
import type { Lang } from '#locales/messages.ts'

/** Inserted by the build. */
declare const BUILT: { scriptUrl: string; inlineScript: string; scriptHash: string; day: string }

const styles = import.meta.glob<string>(
  [
    '/src/ui/{tokens,dialog,popover,account-menu,visually-hidden}.css',
    '/landing/**/*.css',
    '!/landing/login/**',
    '!/landing/pay-success/**',
  ],
  {
    query: '?inline',
    import: 'default',
    eager: true,
  },
)
type PreparedPage = Pick<PageInput, 'route' | 'lang' | 'Page' | 'messages'>
const pages = new Map<string, PreparedPage>()

for (const lang of ['zh', 'en'] satisfies Lang[]) {
  for (const route of siteRoutesInOrder())
    pages.set(sitePathIn(route, lang), await preparePage(route, lang))
}

export const site: Site = {
  resolveRoute,
  paths: [...pages.keys()],
  files: (origin) => siteFiles(origin, BUILT.day),
  scriptHash: BUILT.scriptHash,
  render: (path, origin, data, owner) =>
    renderPage({ ...pages.get(path)!, origin, data, owner, built: { ...BUILT, styles } }),
}

async function preparePage(route: SiteRoute, lang: Lang): Promise<PreparedPage> {
  const Page = (await openSitePage(route, lang))!
  return { route, lang, Page, messages: currentMessages() }
}
