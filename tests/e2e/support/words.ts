/** The words that pages show, by key and language. */
import { words as consoleEn } from '#console/providers/words-en.ts'
import { words as consoleZh } from '#console/providers/words-zh.ts'
import { landing as landingEn } from '#locales/en/landing.ts'
import { sentence, type Key, type Lang, type Values } from '#locales/words.ts'
import { landing as landingZh } from '#locales/zh/landing.ts'

const trees = { zh: { ...consoleZh, landing: landingZh }, en: { ...consoleEn, landing: landingEn } } as const

export type WordKey = Plain<Key<(typeof trees)['en']>>
export type Say = (key: WordKey, values?: Values) => string

/** Plural forms are asked for by their common name. */
type Plain<K> = K extends `${infer P}_${'one' | 'other'}` ? P : K

/** Throws for a key without words. */
export const saying =
  (lang: Lang): Say =>
  (key, values) => {
    const found = sentence(trees[lang], lang, key, values)
    if (found === undefined) throw new Error(`There are no ${lang} words for ${key}.`)
    return found
  }
