/** Page metadata: title, hreflang alternates, Open Graph, structured data (schema.org). */
import type { SiteRoute } from '#client/routes.ts'
import { localeTag } from '#client/i18n/language.ts'
import { sitePathIn, sitePath } from '#landing/site-links.ts'
import { sitePages } from '#landing/site-pages.ts'
import { lang, t, messageOf } from '#landing/messages.ts'
import { localName } from '#client/i18n/format.ts'
import {
  guideNames,
  guideParts,
  type GuidePart,
  faqQuestions,
  topicSteps,
  topics,
} from '#landing/contents.ts'
import { developersMarkdownPath } from '#landing/developers/document.ts'
import { siteData } from '#landing/site-data.ts'

export function Head({ route, origin }: { route: SiteRoute; origin: string }) {
  const page = sitePages[route]!
  const name = t('product.name')
  const title =
    route === '/home'
      ? `${name} · ${t(page.title)}`
      : `${t(page.title)} · ${t('frame.titleSuffix', { product: name })}`
  const description = t(page.description)
  const address = origin + sitePath(route)
  return (
    <>
      <title>{title}</title>
      <meta name="description" content={description} />
      <link rel="canonical" href={address} />
      <link rel="alternate" hrefLang="zh-CN" href={origin + sitePathIn(route, 'zh')} />
      <link rel="alternate" hrefLang="en" href={origin + sitePathIn(route, 'en')} />
      <link rel="alternate" hrefLang="x-default" href={origin + sitePathIn(route, 'zh')} />
      {route === '/developers' && (
        <link rel="alternate" type="text/markdown" href={developersMarkdownPath[lang()]} />
      )}
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
        dangerouslySetInnerHTML={{ __html: scriptSafeJson(structuredData(route, origin)) }}
      />
    </>
  )
}

/** JSON that cannot close its script element. */
const scriptSafeJson = (data: unknown): string => JSON.stringify(data).replaceAll('<', '\\u003c')

/** Structured data of a page for search engines (schema.org, JSON-LD). */
function structuredData(route: SiteRoute, origin: string): object {
  const address = (to: SiteRoute) => origin + sitePath(to)
  const organisation = {
    '@type': 'Organization',
    '@id': `${origin}/#us`,
    name: t('product.name'),
    url: address('/home'),
    logo: `${origin}/icon-512.png`,
    slogan: t('product.slogan'),
    contactPoint: {
      '@type': 'ContactPoint',
      contactType: 'sales',
      url: address('/contactUs'),
      availableLanguage: ['zh-CN', 'en'],
    },
  }
  const graph: object[] = [organisation]
  if (route === '/home') graph.push(website(address('/home')), questionList())
  else graph.push(breadcrumbs(address, route))
  const instructions = howTo(route)
  if (instructions) graph.push(instructions)
  if (route === '/home' || route === '/price') graph.push(software(address('/price')))
  return { '@context': 'https://schema.org', '@graph': graph }
}

const website = (url: string) => ({
  '@type': 'WebSite',
  url,
  name: t('product.name'),
  description: t('home.description'),
  inLanguage: localeTag(lang()),
})

const questionList = () => ({
  '@type': 'FAQPage',
  mainEntity: faqQuestions.map((name) => ({
    '@type': 'Question',
    name: t(`home.faq.${name}.q`),
    acceptedAnswer: { '@type': 'Answer', text: t(`home.faq.${name}.a`) },
  })),
})

/** Includes the packages if loaded; prices in yuan. */
function software(url: string) {
  const offers = (siteData().packages ?? []).map((product) => ({
    '@type': 'Offer',
    name: localName(product, lang()),
    price: (product.salePrice / 100).toFixed(2),
    priceCurrency: 'CNY',
    availability: 'https://schema.org/InStock',
    url,
  }))
  return {
    '@type': 'SoftwareApplication',
    name: t('product.name'),
    applicationCategory: 'BusinessApplication',
    operatingSystem: 'Windows, macOS, Android',
    ...(offers.length > 0 ? { offers } : {}),
  }
}

/** Steps of a tutorial topic, or of the three parts of the user guide. */
function howTo(route: SiteRoute): object | undefined {
  const topic = topics.find(({ slug }) => route === `/useDoc/${slug}`)
  if (!topic && route !== '/useDoc') return undefined
  const step = (key: string) => ({
    '@type': 'HowToStep',
    name: messageOf(`${key}.title`),
    text: messageOf(`${key}.text`),
  })
  const section = (name: GuidePart) => ({
    '@type': 'HowToSection',
    name: t(`guide.${name}.title`),
    itemListElement: guideParts[name].map((stepName) => step(`guide.${name}.${stepName}`)),
  })
  return {
    '@type': 'HowTo',
    name: t(sitePages[route]!.title),
    description: t(sitePages[route]!.description),
    inLanguage: localeTag(lang()),
    step: topic
      ? topicSteps.slice(0, topic.steps).map((stepName) => step(`${topic.key}.${stepName}`))
      : guideNames.map(section),
  }
}

function breadcrumbs(address: (to: SiteRoute) => string, route: SiteRoute) {
  const trail: SiteRoute[] = route.startsWith('/useDoc/')
    ? ['/home', '/useDoc', route]
    : ['/home', route]
  return {
    '@type': 'BreadcrumbList',
    itemListElement: trail.map((to, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: to === '/home' ? t('frame.nav.home') : t(sitePages[to]!.title),
      item: address(to),
    })),
  }
}
