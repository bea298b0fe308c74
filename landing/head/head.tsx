/** Page metadata: title, hreflang alternates, Open Graph and structured data. */
import type { SiteRoute } from '#client/routes.ts'
import { localeTag } from '#client/i18n/language.ts'
import { structuredData } from '#landing/head/structured-data.ts'
import { pathIn, sitePath } from '#landing/site-links.ts'
import { sitePages } from '#landing/site-pages.ts'
import { lang, t } from '#landing/messages.ts'

export function Head({ route, origin }: { route: SiteRoute; origin: string }) {
  const page = sitePages[route]!
  const name = t('product.name')
  const title =
    route === '/home'
      ? `${name} · ${t(page.title)}`
      : `${t(page.title)} · ${t('frame.trade', { product: name })}`
  const description = t(page.description)
  const address = origin + sitePath(route)
  return (
    <>
      <title>{title}</title>
      <meta name="description" content={description} />
      <link rel="canonical" href={address} />
      <link rel="alternate" hrefLang="zh-CN" href={origin + pathIn(route, 'zh')} />
      <link rel="alternate" hrefLang="en" href={origin + pathIn(route, 'en')} />
      <link rel="alternate" hrefLang="x-default" href={origin + pathIn(route, 'zh')} />
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={name} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={address} />
      <meta property="og:locale" content={localeTag(lang()).replace('-', '_')} />
      <meta property="og:image" content={`${origin}/share-${lang()}.png`} />
      <meta property="og:image:width" content="1200" />
      <meta property="og:image:height" content="630" />
      <meta property="og:image:alt" content={`${name} · ${t('product.slogan')}`} />
      <meta name="twitter:card" content="summary_large_image" />
      <meta name="theme-color" content="#ffffff" media="(prefers-color-scheme: light)" />
      <meta name="theme-color" content="#0b1220" media="(prefers-color-scheme: dark)" />
      <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
      <link rel="apple-touch-icon" href="/icon-180.png" />
      <link rel="manifest" href={`/manifest-${lang()}.webmanifest`} />
      <script
        type="application/ld+json"
        dangerouslySetInnerHTML={{ __html: safe(structuredData(route, origin)) }}
      />
    </>
  )
}

/** JSON that cannot close its script element. */
const safe = (data: unknown): string => JSON.stringify(data).replaceAll('<', '\\u003c')
