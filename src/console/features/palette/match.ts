/** Matches typed text with titles, also by initials: of English words, of Chinese characters. */
import { firstCharacters } from '#locales/pinyin.ts'

const pinyinOrder = new Intl.Collator('zh-Hans-CN-u-co-pinyin')

/** `zhzl` of 账户总览, `tl` of “Translation log”; characters with several readings have the usual. */
export function initialsOf(title: string): string {
  const parts = title.toLowerCase().match(/\p{Script=Han}|[\p{L}\p{N}]+/gu) ?? []
  return parts
    .flatMap((part) => part.match(/\p{Script=Han}|[^\p{Script=Han}]+/gu) ?? [])
    .map((part) => (/\p{Script=Han}/u.test(part) ? pinyinInitial(part) : part[0]))
    .join('')
}

function pinyinInitial(character: string): string {
  const { letters, characters } = firstCharacters
  const following = Array.from(characters).findIndex(
    (first) => pinyinOrder.compare(first, character) > 0,
  )
  return letters.at(following < 0 ? -1 : Math.max(0, following - 1)) ?? ''
}

/**
 * How well a title matches: 0 if any word of the query matches nothing, else greater for the whole
 * title, its beginning, the beginning of a word or of the initials, and a part, in this order.
 */
export function matchScore(query: string, title: string): number {
  const typed = normalize(query)
  const [text, initials] = [normalize(title), initialsOf(title)]
  if (text.startsWith(typed)) return text === typed ? 5 : 4
  return Math.min(...typed.split(' ').map((word) => scoreOf(word, text, initials)))
}

function scoreOf(word: string, text: string, initials: string): number {
  if (text.startsWith(word) || text.includes(` ${word}`) || initials.startsWith(word)) return 3
  if (text.includes(word)) return 2
  return initials.includes(word) ? 1 : 0
}

/** Ignores case, width and the number of spaces. */
const normalize = (text: string) =>
  text.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, ' ').trim()
