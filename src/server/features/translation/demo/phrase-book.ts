/** Looks sentences up in the phrase book, ignoring case, width, punctuation and numbers. */
import { phrases } from '#locales/phrase-book.ts'

export type Side = 'zh' | 'en'

/** Translation of a sentence without its closing mark; undefined if not in the book. */
export function lookUp(sentence: string, from: Side): string | undefined {
  const numbers: string[] = []
  const key = normal(sentence).replace(/\d+(?:[.,:]\d+)*/g, (number) => {
    numbers.push(number)
    return '{n}'
  })
  const found = books[from].get(key)
  if (found === undefined || numbers.length > 1) return numbers.length > 1 ? undefined : found
  return found.replace('{n}', numbers[0] ?? '{n}')
}

/** Narrow letters and digits (NFKC), straight apostrophes, no closing punctuation. */
export const normal = (sentence: string): string =>
  sentence
    .normalize('NFKC')
    .replace(/[‘’]/g, "'")
    .toLowerCase()
    .replace(/\bcan not\b|\bcannot\b/g, "can't")
    .replace(/\bcolors\b/g, 'colours')
    .replace(/\bcustomized\b/g, 'customised')
    .replace(/[\s,、]+/g, ' ')
    .replace(/(?<=\p{Script=Han}) | (?=\p{Script=Han})/gu, '')
    .replace(/^[\s"“”]+|[\s.!?。~"“”]+$/g, '')

function bookFrom(side: Side): Map<string, string> {
  const book = new Map<string, string>()
  for (const [zh, en] of phrases) {
    const [key, value] = side === 'zh' ? [normal(zh), en] : [normal(en), zh]
    if (!book.has(key)) book.set(key, value)
  }
  return book
}

const books: Record<Side, Map<string, string>> = { zh: bookFrom('zh'), en: bookFrom('en') }
