/** The messages that pages show, by key and language. */
import { businessValues } from '#contract/business-values.ts'
import { messageTraits, type collections } from '#contract/collections.ts'
import { collections as blocksEn, messages as consoleEn } from '#console/refine/messages-en.ts'
import { collections as blocksZh, messages as consoleZh } from '#console/refine/messages-zh.ts'
import { en as landingEn, zh as landingZh } from '#locales/landing.ts'
import { en as paletteEn, zh as paletteZh } from '#locales/palette.ts'
import { en as aboutEn, zh as aboutZh } from '#locales/site/about.ts'
import { en as contactEn, zh as contactZh } from '#locales/site/contact.ts'
import { en as developersEn, zh as developersZh } from '#locales/site/developers.ts'
import { en as downloadEn, zh as downloadZh } from '#locales/site/download.ts'
import { en as frameEn, zh as frameZh } from '#locales/site/frame.ts'
import { en as guideEn, zh as guideZh } from '#locales/site/guide.ts'
import { en as homeEn, zh as homeZh } from '#locales/site/home.ts'
import { en as priceEn, zh as priceZh } from '#locales/site/price.ts'
import { collectionMessages } from '#locales/collection-messages.ts'
import { formatMessage, type MessageKey, type Lang, type Values } from '#locales/messages.ts'

const siteZh = {
  about: aboutZh,
  contact: contactZh,
  developers: developersZh,
  download: downloadZh,
  frame: frameZh,
  guide: guideZh,
  home: homeZh,
  price: priceZh,
}
const siteEn = {
  about: aboutEn,
  contact: contactEn,
  developers: developersEn,
  download: downloadEn,
  frame: frameEn,
  guide: guideEn,
  home: homeEn,
  price: priceEn,
}
const trees = {
  zh: {
    ...consoleZh,
    ...siteZh,
    landing: landingZh,
    palette: paletteZh,
    resources: {
      ...consoleZh.resources,
      ...collectionMessages(blocksZh.blocks, blocksZh.templates, messageTraits),
    },
  },
  en: {
    ...consoleEn,
    ...siteEn,
    landing: landingEn,
    palette: paletteEn,
    resources: {
      ...consoleEn.resources,
      ...collectionMessages(blocksEn.blocks, blocksEn.templates, messageTraits),
    },
  },
} as const

type PageMessageKey =
  | Plain<MessageKey<(typeof trees)['en']>>
  | `resources.${keyof typeof collections}.${string}`
export type Translate = (key: PageMessageKey, values?: Values) => string

/** Plural forms share one key, without the suffix. */
type Plain<K> = K extends `${infer P}_${'one' | 'other'}` ? P : K

/** Throws for a key without a message. */
export const messagesIn =
  (lang: Lang): Translate =>
  (key, values) => {
    const message = formatMessage(trees[lang], lang, key, { ...businessValues[lang], ...values })
    if (message === undefined) throw new Error(`There is no ${lang} message for ${key}.`)
    return message
  }
