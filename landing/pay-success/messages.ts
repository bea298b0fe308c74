/** Messages of the payment result page, loaded only with it. */
import { language } from '#client/i18n/language.ts'
import { sentence, type Key, type Tree, type Values } from '#locales/words.ts'
import type { buying } from '#locales/zh/buying.ts'

let words: Tree = {}

export async function loadResultWords(): Promise<void> {
  words = (
    language() === 'zh'
      ? await import('#locales/zh/buying.ts')
      : await import('#locales/en/buying.ts')
  ).buying
}

export const say = (key: `result.${Key<(typeof buying)['result']>}`, values?: Values): string =>
  sentence(words, language(), key, values) ?? key
