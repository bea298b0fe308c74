/** The public site's words in the language at hand: loaded once before the first page is drawn, then read without waiting. */
import { language } from '#client/language.ts'
import { loadWords } from '#locales/catalogue.ts'
import { sentence, type Key, type Tree, type Values } from '#locales/words.ts'
import type { landing } from '#locales/zh/landing.ts'
import type { shared } from '#locales/zh/shared.ts'

export type WordKey = Key<typeof shared> | `landing.${Key<typeof landing>}`

let words: Tree = {}

export async function loadLandingWords(): Promise<void> {
  words = await loadWords(language(), 'shared', 'landing')
}

export const t = (key: WordKey, values?: Values): string => find(key, values) ?? key

/** For keys made at run time; undefined when there is no such sentence. */
export const find = (key: string, values?: Values): string | undefined => sentence(words, language(), key, values)
