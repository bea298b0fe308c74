/** The words of the page after paying, loaded with it: no other public page downloads them. */
import { lang } from '#landing/words.ts'
import { sentence, type Key, type Tree, type Values } from '#locales/words.ts'
import type { buying } from '#locales/zh/buying.ts'

let words: Tree = {}

/** To be waited for before anything is drawn. */
export async function loadResultWords(): Promise<void> {
  words = (lang() === 'zh' ? await import('#locales/zh/buying.ts') : await import('#locales/en/buying.ts')).buying.result
}

export const say = (key: Key<(typeof buying)['result']>, values?: Values): string => sentence(words, lang(), key, values) ?? key
