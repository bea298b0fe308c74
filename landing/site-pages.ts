/** Public pages: component, message areas, server data and title of each (spec 2.2, 2.16). */
import { businessValues } from '#contract/business-values.ts'
import type { ComponentType } from 'react'
import type { SiteRoute } from '#client/routes.ts'
import type { SiteData } from '#contract/site.ts'
import type { LegalText } from '#landing/legal/sections.ts'
import { topics, type Topic } from '#landing/contents.ts'
import { setMessages, type LandingMessageKey } from '#landing/messages.ts'
import { loadPublicMessages } from '#locales/load/public.ts'
import { loadSiteMessages, type SiteArea } from '#locales/load/site.ts'
import type { Lang } from '#locales/messages.ts'

type SitePage = {
  load: () => Promise<{ Page: ComponentType }>
  /** Folders of its style sheets, below `landing/`. */
  folders: readonly string[]
  messageAreas: readonly SiteArea[]
  /** Server data in addition to the frame's: contacts of the footer, and platforms. */
  dataFields?: readonly (keyof SiteData)[]
  title: LandingMessageKey
  description: LandingMessageKey
}

const tutorialAreas = ['tutorial', 'topicsStart', 'topicsChat', 'topicsSystem'] as const

export const sitePages: Partial<Record<SiteRoute, SitePage>> = {
  '/home': {
    load: () => import('#landing/home/home.tsx'),
    folders: ['home', 'stats'],
    messageAreas: ['home'],
    dataFields: ['packages'],
    title: 'home.title',
    description: 'home.description',
  },
  '/price': {
    load: () => import('#landing/price/price.tsx'),
    folders: ['price'],
    messageAreas: ['price'],
    dataFields: ['packages'],
    title: 'price.title',
    description: 'price.description',
  },
  '/useDoc': {
    load: () => import('#landing/guide/guide.tsx'),
    folders: ['with-contents', 'guide', 'tutorial'],
    messageAreas: ['guide', ...tutorialAreas],
    title: 'guide.title',
    description: 'guide.description',
  },
  '/contactUs': {
    load: () => import('#landing/contact/contact.tsx'),
    folders: ['contact'],
    messageAreas: ['contact'],
    dataFields: ['contacts'],
    title: 'frame.nav.contactUs',
    description: 'contact.description',
  },
  '/download': {
    load: () => import('#landing/download/download.tsx'),
    folders: ['download'],
    messageAreas: ['download'],
    dataFields: ['downloads'],
    title: 'frame.nav.download',
    description: 'download.description',
  },
  '/aboutUs': {
    load: () => import('#landing/about/about.tsx'),
    folders: ['about', 'stats'],
    messageAreas: ['about', 'home'],
    title: 'frame.nav.aboutUs',
    description: 'about.description',
  },
  '/terms': legalPage('agreement', 'frame.nav.terms'),
  '/privacy': legalPage('privacy', 'frame.nav.privacy'),
  '/developers': {
    load: () => import('#landing/developers/developers.tsx'),
    folders: ['with-contents', 'developers'],
    messageAreas: ['developers', 'programs', 'mcpTools'],
    title: 'frame.nav.developers',
    description: 'developers.description',
  },
  ...Object.fromEntries(topics.map((topic) => [`/useDoc/${topic.slug}`, tutorialPage(topic)])),
}

function tutorialPage(topic: Topic): SitePage {
  return {
    load: async () => ({ Page: (await import('#landing/tutorial/tutorial.tsx')).topicPage(topic) }),
    folders: ['tutorial'],
    messageAreas: ['guide', ...tutorialAreas],
    title: `${topic.key}.title`,
    description: `${topic.key}.description`,
  }
}

function legalPage(text: LegalText, title: SitePage['title']): SitePage {
  return {
    load: async () => ({ Page: (await import('#landing/legal/legal.tsx')).legalPage(text) }),
    folders: ['with-contents', 'legal'],
    messageAreas: ['legal', text],
    title,
    description: `legal.${text}.description`,
  }
}

/** Loads a page and sets its messages as current. Returns undefined if there is no such page. */
export async function openSitePage(
  route: SiteRoute,
  lang: Lang,
): Promise<ComponentType | undefined> {
  const page = sitePages[route]
  if (!page) return undefined
  const [{ Page }, shared, own] = await Promise.all([
    page.load(),
    loadPublicMessages(lang),
    loadSiteMessages(lang, ['frame', ...page.messageAreas]),
  ])
  setMessages(lang, { ...shared, ...own }, businessValues[lang])
  return Page
}
