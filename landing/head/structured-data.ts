/** Structured data of a page for search engines (schema.org, JSON-LD). */
import { localName } from '#client/i18n/format.ts'
import type { SiteRoute } from '#client/routes.ts'
import { localeTag } from '#client/i18n/language.ts'
import { guideNames, guideParts, type GuidePart } from '#landing/guide/parts.ts'
import { questions } from '#landing/home/questions.ts'
import { siteData } from '#landing/site-data.ts'
import { sitePath } from '#landing/site-links.ts'
import { sitePages } from '#landing/site-pages.ts'
import { steps, topics, wordsOf } from '#landing/tutorial/topics.ts'
import { anyWord, lang, t } from '#landing/messages.ts'

export function structuredData(route: SiteRoute, origin: string): object {
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
  const about: object[] = [organisation]
  if (route === '/home') about.push(website(address('/home')), asked())
  else about.push(path(address, route))
  const how = howTo(route)
  if (how) about.push(how)
  if (route === '/home' || route === '/price') about.push(software(address('/price')))
  return { '@context': 'https://schema.org', '@graph': about }
}

const website = (url: string) => ({
  '@type': 'WebSite',
  url,
  name: t('product.name'),
  description: t('home.description'),
  inLanguage: localeTag(lang()),
})

const asked = () => ({
  '@type': 'FAQPage',
  mainEntity: questions.map((name) => ({
    '@type': 'Question',
    name: t(`home.faq.${name}.q`),
    acceptedAnswer: { '@type': 'Answer', text: t(`home.faq.${name}.a`) },
  })),
})

/** Includes the packages if loaded; prices in yuan. */
function software(url: string) {
  const offers = (siteData().packages ?? []).map((sold) => ({
    '@type': 'Offer',
    name: localName(sold, lang()),
    price: (sold.salePrice / 100).toFixed(2),
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
  const step = (own: string) => ({
    '@type': 'HowToStep',
    name: anyWord(`${own}.title`),
    text: anyWord(`${own}.text`),
  })
  const section = (name: GuidePart) => ({
    '@type': 'HowToSection',
    name: t(`guide.${name}.title`),
    itemListElement: guideParts[name].map((one) => step(`guide.${name}.${one}`)),
  })
  return {
    '@type': 'HowTo',
    name: t(sitePages[route]!.title),
    description: t(sitePages[route]!.description),
    inLanguage: localeTag(lang()),
    step: topic
      ? steps.slice(0, topic.steps).map((one) => step(`${wordsOf(topic)}.${one}`))
      : guideNames.map(section),
  }
}

function path(address: (to: SiteRoute) => string, route: SiteRoute) {
  const above: SiteRoute[] = route.startsWith('/useDoc/')
    ? ['/home', '/useDoc', route]
    : ['/home', route]
  return {
    '@type': 'BreadcrumbList',
    itemListElement: above.map((to, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: to === '/home' ? t('frame.nav.home') : t(sitePages[to]!.title),
      item: address(to),
    })),
  }
}
