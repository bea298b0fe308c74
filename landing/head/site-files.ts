/** Generated site files: sitemap, robots.txt and web manifests. */
import type { SiteRoute } from '#client/routes.ts'
import { webManifest } from '#landing/head/web-manifest.ts'
import { pathIn } from '#landing/site-links.ts'
import { sitePages } from '#landing/site-pages.ts'

export const siteRoutesInOrder = (): SiteRoute[] => Object.keys(sitePages) as SiteRoute[]

/** `day`: build date such as `2026-05-03`. */
export function siteFiles(
  origin: string,
  day: string,
): Record<string, { type: string; text: string }> {
  return {
    '/sitemap.xml': { type: 'application/xml; charset=utf-8', text: sitemap(origin, day) },
    '/manifest-zh.webmanifest': { type: 'application/manifest+json', text: webManifest('zh') },
    '/manifest-en.webmanifest': { type: 'application/manifest+json', text: webManifest('en') },
    '/robots.txt': { type: 'text/plain; charset=utf-8', text: robots(origin) },
  }
}

function sitemap(origin: string, day: string): string {
  const link = (lang: 'zh' | 'en', route: SiteRoute, as: string) =>
    `<xhtml:link rel="alternate" hreflang="${as}" href="${origin}${pathIn(route, lang)}"/>`
  const urls = siteRoutesInOrder().flatMap((route) =>
    (['zh', 'en'] as const).map(
      (lang) =>
        `<url><loc>${origin}${pathIn(route, lang)}</loc><lastmod>${day}</lastmod>${link('zh', route, 'zh-CN')}${link('en', route, 'en')}${link('zh', route, 'x-default')}</url>`,
    ),
  )
  const spaces =
    'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml"'
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset ${spaces}>\n${urls.join('\n')}\n</urlset>\n`
}

const robots = (origin: string): string =>
  [
    'User-agent: *',
    'Disallow: /api/',
    'Disallow: /UserCenter',
    'Disallow: /userCenter',
    'Disallow: /UserWorkSpace',
    'Disallow: /login',
    'Disallow: /freeTest',
    'Disallow: /PaySuccess',
    '',
    `Sitemap: ${origin}/sitemap.xml`,
    '',
  ].join('\n')
