/** The words that pages show, by key and language. */
import { businessValues } from '#contract/business-values.ts'
import { words as consoleEn } from '#console/refine/messages-en.ts'
import { words as consoleZh } from '#console/refine/messages-zh.ts'
import { landing as landingEn } from '#locales/en/landing.ts'
import { about as aboutEn } from '#locales/en/site/about.ts'
import { contact as contactEn } from '#locales/en/site/contact.ts'
import { download as downloadEn } from '#locales/en/site/download.ts'
import { frame as frameEn } from '#locales/en/site/frame.ts'
import { guide as guideEn } from '#locales/en/site/guide.ts'
import { home as homeEn } from '#locales/en/site/home.ts'
import { price as priceEn } from '#locales/en/site/price.ts'
import { sentence, type Key, type Lang, type Values } from '#locales/words.ts'
import { landing as landingZh } from '#locales/zh/landing.ts'
import { about as aboutZh } from '#locales/zh/site/about.ts'
import { contact as contactZh } from '#locales/zh/site/contact.ts'
import { download as downloadZh } from '#locales/zh/site/download.ts'
import { frame as frameZh } from '#locales/zh/site/frame.ts'
import { guide as guideZh } from '#locales/zh/site/guide.ts'
import { home as homeZh } from '#locales/zh/site/home.ts'
import { price as priceZh } from '#locales/zh/site/price.ts'

const siteZh = {
  about: aboutZh,
  contact: contactZh,
  download: downloadZh,
  frame: frameZh,
  guide: guideZh,
  home: homeZh,
  price: priceZh,
}
const siteEn = {
  about: aboutEn,
  contact: contactEn,
  download: downloadEn,
  frame: frameEn,
  guide: guideEn,
  home: homeEn,
  price: priceEn,
}
const trees = {
  zh: { ...consoleZh, ...siteZh, landing: landingZh },
  en: { ...consoleEn, ...siteEn, landing: landingEn },
} as const

export type WordKey = Plain<Key<(typeof trees)['en']>>
export type Say = (key: WordKey, values?: Values) => string

/** Plural forms are asked for by their common name. */
type Plain<K> = K extends `${infer P}_${'one' | 'other'}` ? P : K

/** Throws for a key without words. */
export const saying =
  (lang: Lang): Say =>
  (key, values) => {
    const found = sentence(trees[lang], lang, key, { ...businessValues[lang], ...values })
    if (found === undefined) throw new Error(`There are no ${lang} words for ${key}.`)
    return found
  }
