/** Paths of the site, and its generated files for search engines, assistants and browsers. */
import { toPage, findRedirect, freeTestRoute, type SiteRoute } from '#client/routes.ts'
import type { ResolvedRoute, SiteFiles } from '#contract/site.ts'
import { developersMarkdownPath } from '#landing/developers/document.ts'
import { developersMarkdown } from '#landing/developers/markdown.ts'
import { llmsText } from '#landing/head/llms-text.ts'
import { sitePages } from '#landing/site-pages.ts'
import { sitePathIn } from '#landing/site-links.ts'
import { localeTag } from '#client/i18n/language.ts'
import { en, zh } from '#locales/shared.ts'
import type { Lang } from '#locales/messages.ts'

/**
 * Unknown paths redirect to the home page (spec 2.1). Paths of the app are resolved in the browser,
 * which also has the fragment.
 */
export function resolveRoute(pathname: string, search: string): ResolvedRoute {
  const page = toPage(pathname)
  if (page.kind !== 'site') return { kind: 'app' }
  if (!sitePages[page.route])
    return { kind: 'moved', to: (pathname.startsWith('/en/') ? '/en/home' : '/home') + search }
  const to = findRedirect({ pathname, search, hash: '' })
  if (to === null) return { kind: 'page', path: pathname }
  return { kind: 'moved', to: /^\/zh(\/|$)/.test(pathname) ? withChineseLang(to) : to }
}

/** Sets `lang` explicitly, since English may be stored in the browser. */
function withChineseLang(to: string): string {
  const url = new URL(to, 'https://here.invalid')
  url.searchParams.set('lang', 'zh')
  return url.pathname + url.search
}

export const siteRoutesInOrder = (): SiteRoute[] => Object.keys(sitePages) as SiteRoute[]

/**
 * Sitemap, robots.txt, llms.txt, Markdown and web manifests by path. `day`: build date such as
 * `2026-05-03`.
 */
export const siteFiles = (origin: string, day: string): SiteFiles => ({
  '/sitemap.xml': { type: 'application/xml; charset=utf-8', write: () => sitemap(origin, day) },
  '/manifest-zh.webmanifest': { type: manifestType, write: () => webManifest('zh') },
  '/manifest-en.webmanifest': { type: manifestType, write: () => webManifest('en') },
  '/robots.txt': { type: 'text/plain; charset=utf-8', write: () => robots(origin) },
  '/llms.txt': { type: 'text/plain; charset=utf-8', write: () => llmsText(origin) },
  [developersMarkdownPath.zh]: {
    type: markdownType,
    write: () => developersMarkdown('zh', origin),
  },
  [developersMarkdownPath.en]: {
    type: markdownType,
    write: () => developersMarkdown('en', origin),
  },
})

const manifestType = 'application/manifest+json'
const markdownType = 'text/markdown; charset=utf-8'

function sitemap(origin: string, day: string): string {
  const link = (lang: 'zh' | 'en', route: SiteRoute, hreflang: string) =>
    `<xhtml:link rel="alternate" hreflang="${hreflang}" href="${origin}${sitePathIn(route, lang)}"/>`
  const urls = siteRoutesInOrder().flatMap((route) =>
    (['zh', 'en'] as const).map(
      (lang) =>
        `<url><loc>${origin}${sitePathIn(route, lang)}</loc><lastmod>${day}</lastmod>${link('zh', route, 'zh-CN')}${link('en', route, 'en')}${link('zh', route, 'x-default')}</url>`,
    ),
  )
  const namespaces =
    'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml"'
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset ${namespaces}>\n${urls.join('\n')}\n</urlset>\n`
}

/** Beginnings of the paths that are rendered in the browser, which `toPage` knows by pattern. */
const appPaths = [
  '/login',
  '/PaySuccess',
  freeTestRoute,
  '/UserCenter',
  '/userCenter',
  '/UserWorkSpace',
  '/operator',
]

/** The pages of the app also ask for no index themselves (`index.html`). */
const robots = (origin: string): string =>
  [
    'User-agent: *',
    'Disallow: /api/',
    ...['', '/en', '/zh'].flatMap((prefix) => appPaths.map((path) => `Disallow: ${prefix}${path}`)),
    '',
    `Sitemap: ${origin}/sitemap.xml`,
    `# For assistants: ${origin}/llms.txt`,
    '',
  ].join('\n')

/** Web app manifest by language. */
function webManifest(lang: Lang): string {
  const { product } = { zh, en }[lang]
  return JSON.stringify({
    name: `${product.name} · ${product.slogan}`,
    short_name: product.name,
    lang: localeTag(lang),
    start_url: sitePathIn('/home', lang),
    scope: '/',
    display: 'browser',
    background_color: '#ffffff',
    theme_color: '#0958d9',
    icons: [
      { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
      { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
      { src: '/icon-maskable.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
      { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' },
    ],
  })
}
