/** Messages of the public site by area: the frame, and one area per page. */
import type { Lang, Tree } from '#locales/words.ts'
import type { agreement } from '#locales/zh/agreement.ts'
import type { privacy } from '#locales/zh/privacy.ts'
import type { about } from '#locales/zh/site/about.ts'
import type { contact } from '#locales/zh/site/contact.ts'
import type { download } from '#locales/zh/site/download.ts'
import type { guide } from '#locales/zh/site/guide.ts'
import type { home } from '#locales/zh/site/home.ts'
import type { legal } from '#locales/zh/site/legal.ts'
import type { price } from '#locales/zh/site/price.ts'
import type { topicsChat } from '#locales/zh/site/topics-chat.ts'
import type { topicsStart } from '#locales/zh/site/topics-start.ts'
import type { topicsSystem } from '#locales/zh/site/topics-system.ts'
import type { tutorial } from '#locales/zh/site/tutorial.ts'
import type { frame } from '#locales/zh/site/frame.ts'

export type SiteWords = {
  agreement: typeof agreement
  privacy: typeof privacy
  legal: typeof legal
  about: typeof about
  contact: typeof contact
  download: typeof download
  guide: typeof guide
  home: typeof home
  price: typeof price
  frame: typeof frame
  topicsChat: typeof topicsChat
  topicsStart: typeof topicsStart
  topicsSystem: typeof topicsSystem
  tutorial: typeof tutorial
}

export type SiteArea = keyof SiteWords

type Areas = Record<SiteArea, () => Promise<Tree>>

const areas: Record<Lang, Areas> = {
  zh: {
    agreement: () => import('#locales/zh/agreement.ts'),
    privacy: () => import('#locales/zh/privacy.ts'),
    legal: () => import('#locales/zh/site/legal.ts'),
    about: () => import('#locales/zh/site/about.ts'),
    contact: () => import('#locales/zh/site/contact.ts'),
    download: () => import('#locales/zh/site/download.ts'),
    guide: () => import('#locales/zh/site/guide.ts'),
    home: () => import('#locales/zh/site/home.ts'),
    price: () => import('#locales/zh/site/price.ts'),
    frame: () => import('#locales/zh/site/frame.ts'),
    topicsChat: () => import('#locales/zh/site/topics-chat.ts'),
    topicsStart: () => import('#locales/zh/site/topics-start.ts'),
    topicsSystem: () => import('#locales/zh/site/topics-system.ts'),
    tutorial: () => import('#locales/zh/site/tutorial.ts'),
  },
  en: {
    agreement: () => import('#locales/en/agreement.ts'),
    privacy: () => import('#locales/en/privacy.ts'),
    legal: () => import('#locales/en/site/legal.ts'),
    about: () => import('#locales/en/site/about.ts'),
    contact: () => import('#locales/en/site/contact.ts'),
    download: () => import('#locales/en/site/download.ts'),
    guide: () => import('#locales/en/site/guide.ts'),
    home: () => import('#locales/en/site/home.ts'),
    price: () => import('#locales/en/site/price.ts'),
    frame: () => import('#locales/en/site/frame.ts'),
    topicsChat: () => import('#locales/en/site/topics-chat.ts'),
    topicsStart: () => import('#locales/en/site/topics-start.ts'),
    topicsSystem: () => import('#locales/en/site/topics-system.ts'),
    tutorial: () => import('#locales/en/site/tutorial.ts'),
  },
}

/** Merges areas into one tree, each below its own name. */
export async function loadSiteWords(lang: Lang, names: readonly SiteArea[]): Promise<Tree> {
  return Object.assign({}, ...(await Promise.all(names.map((name) => areas[lang][name]())))) as Tree
}
