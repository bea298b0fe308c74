/** Messages of the public pages: loaded once before rendering, then read synchronously. */
import { language } from '#client/i18n/language.ts'
import { loadWords } from '#locales/catalogue.ts'
import type { SiteWords } from '#locales/site-words.ts'
import { sentence, type Key, type Lang, type Tree, type Values } from '#locales/words.ts'
import type { landing } from '#locales/zh/landing.ts'
import type { shared } from '#locales/zh/shared.ts'

export type WordKey = Key<typeof shared> | `landing.${Key<typeof landing>}` | Key<SiteWords>

let words: Tree = {}
let spoken: Lang = 'zh'
let defaults: Values = {}

export async function loadLandingWords(): Promise<void> {
  speak(language(), await loadWords(language()))
}

/** Sets the current language, its messages, and values that any of them may interpolate. */
export function speak(lang: Lang, tree: Tree, values: Values = {}): void {
  spoken = lang
  words = tree
  defaults = values
}

/** Current messages, to be restored later with `speak`. */
export const currentWords = (): Tree => words

/** Language of the page being rendered. */
export const lang = (): Lang => spoken

/** For keys built at run time. Returns the key if there is no such message. */
export const anyWord = (key: string, values?: Values): string => find(key, values) ?? key

export const t: (key: WordKey, values?: Values) => string = anyWord

/** Like `anyWord`, but undefined if there is no such message. */
export const find = (key: string, values?: Values): string | undefined =>
  sentence(words, spoken, key, { ...defaults, ...values })
