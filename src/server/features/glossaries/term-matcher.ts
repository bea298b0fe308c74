/** Finds the terms of a glossary in a text. */

/** `target`: null for a term that is never translated. */
export type Term = { source: string; target: string | null; caseSensitive: boolean }
/** A term found in a text: its place in UTF-16 units, and what stands in its place. */
export type TermMatch = { start: number; end: number; target: string }
/** Matches in the order of the text, which don't overlap. */
export type FindTerms = (text: string) => TermMatch[]

/** Characters by which terms are looked up first; shorter terms are under all of theirs. */
const prefixLength = 3
/** Terms by their text without case, and the lengths of those that begin alike, longest first. */
type Index = { terms: Map<string, Term[]>; lengths: Map<string, number[]> }

/**
 * Leftmost-longest matching by a hash of prefixes: at each place, the longest term that begins
 * there. The time grows with the text and with the different lengths of terms that begin alike, not
 * with the number of terms. A term that begins or ends with a letter or digit is found as a whole
 * word, apart from scripts without spaces between words.
 */
export function createTermMatcher(terms: readonly Term[]): FindTerms {
  const index = createIndex(terms)
  return (text) => {
    const folded = foldCase(text)
    const matches: TermMatch[] = []
    for (let at = 0; at < text.length;) {
      const found = isInsideWord(text, at) ? undefined : longestTerm(index, text, folded, at)
      if (!found) {
        at += 1
        continue
      }
      const end = at + found.source.length
      matches.push({ start: at, end, target: found.target ?? text.slice(at, end) })
      at = end
    }
    return matches
  }
}

function createIndex(terms: readonly Term[]): Index {
  const byText = new Map<string, Term[]>()
  const lengthsByPrefix = new Map<string, Set<number>>()
  for (const term of terms) {
    const folded = foldCase(term.source)
    const alike = byText.get(folded) ?? []
    byText.set(folded, alike)
    // One that minds the case is the more exact one.
    if (term.caseSensitive) alike.unshift(term)
    else alike.push(term)
    const prefix = folded.slice(0, prefixLength)
    const lengths = lengthsByPrefix.get(prefix) ?? new Set()
    lengthsByPrefix.set(prefix, lengths.add(folded.length))
  }
  return {
    terms: byText,
    lengths: new Map(
      [...lengthsByPrefix].map(([prefix, lengths]) => [
        prefix,
        [...lengths].toSorted((a, b) => b - a),
      ]),
    ),
  }
}

function longestTerm(
  { terms, lengths }: Index,
  text: string,
  folded: string,
  start: number,
): Term | undefined {
  for (let size = prefixLength; size > 0; size--) {
    const prefix = folded.slice(start, start + size)
    if (prefix.length < size) continue
    for (const length of lengths.get(prefix) ?? []) {
      // Prefixes shorter than the usual are whole terms.
      if (start + length > text.length || isInsideWord(text, start + length)) continue
      const alike = terms.get(folded.slice(start, start + length))
      const written = text.slice(start, start + length)
      const found = alike?.find((term) => !term.caseSensitive || term.source === written)
      if (found) return found
    }
  }
  return undefined
}

/** Only where that keeps the length, so that places in the text stay. */
const foldCase = (text: string): string => {
  const lower = text.toLowerCase()
  return lower.length === text.length ? lower : text.split('').map(foldCharacter).join('')
}

function foldCharacter(character: string): string {
  const lower = character.toLowerCase()
  return lower.length === character.length ? lower : character
}

const wordCharacter = /[\p{L}\p{N}\p{M}]/u
/** Scripts that write words without spaces, or with endings attached. */
const unspacedCharacter =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}]/u

/** Whether the place is between two characters of one word. */
function isInsideWord(text: string, at: number): boolean {
  const [before, after] = [text[at - 1], text[at]]
  return (
    before !== undefined &&
    after !== undefined &&
    wordCharacter.test(before) &&
    wordCharacter.test(after) &&
    !unspacedCharacter.test(before) &&
    !unspacedCharacter.test(after)
  )
}
