/**
 * The words of the public pages in the language at hand: loaded once before a page is drawn, then
 * read without waiting.
 */
import { language } from '#client/i18n/language.ts'
import { businessValues } from '#contract/business-values.ts'
import { loadWords } from '#locales/catalogue.ts'
import type { SiteWords } from '#locales/site-words.ts'
import { sentence, type Key, type Lang, type Tree, type Values } from '#locales/words.ts'
import type { landing } from '#locales/zh/landing.ts'
import type { shared } from '#locales/zh/shared.ts'

export type WordKey = Key<typeof shared> | `landing.${Key<typeof landing>}` | Key<SiteWords>

let words: Tree = {}
let spoken: Lang = 'zh'

export async function loadLandingWords(): Promise<void> {
  speak(language(), await loadWords(language(), 'shared', 'landing'))
}

/** From now on everything is said in these words. */
export function speak(lang: Lang, tree: Tree): void {
  spoken = lang
  words = tree
}

/** To be spoken again later. */
export const currentWords = (): Tree => words

/** The language of the page that is being drawn. */
export const lang = (): Lang => spoken

/** For keys made at run time. */
export const anyWord = (key: string, values?: Values): string => find(key, values) ?? key

export const t: (key: WordKey, values?: Values) => string = anyWord

/** The same, undefined when there is no such sentence. */
export const find = (key: string, values?: Values): string | undefined =>
  sentence(words, spoken, key, { ...businessValues[spoken], ...values })
