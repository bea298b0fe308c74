/** Finds the terms of a glossary in a text. */

/** `target`: null for a term that is never translated. */
export type Term = { source: string; target: string | null; caseSensitive: boolean }
/** A term found in a text: its place in UTF-16 units, and what stands in its place. */
export type TermMatch = { start: number; end: number; target: string }
/** Matches in the order of the text, which don't overlap. */
export type FindTerms = (text: string) => TermMatch[]

/** A trie over the characters of the terms, without their case. */
type Node = { next: Map<string, Node>; terms: Term[] }

/**
 * Leftmost-longest matching by a trie: at each place, the longest term that begins there, so that
 * the time grows with the text, not with the number of terms. A term that begins or ends with a
 * letter or digit is found as a whole word, apart from scripts without spaces between words.
 */
export function createTermMatcher(terms: readonly Term[]): FindTerms {
  const root: Node = { next: new Map(), terms: [] }
  for (const term of terms) addTerm(root, term)
  return (text) => {
    const matches: TermMatch[] = []
    for (let at = 0; at < text.length;) {
      const found = longestTerm(root, text, at)
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

function addTerm(root: Node, term: Term): void {
  let node = root
  for (const character of term.source.split('').map(foldCase)) {
    const next = node.next.get(character) ?? { next: new Map(), terms: [] }
    node.next.set(character, next)
    node = next
  }
  // One that minds the case is the more exact one.
  if (term.caseSensitive) node.terms.unshift(term)
  else node.terms.push(term)
}

function longestTerm(root: Node, text: string, start: number): Term | undefined {
  if (isInsideWord(text, start)) return undefined
  let longest: Term | undefined
  let node = root
  for (let at = start; at < text.length; at++) {
    const next = node.next.get(foldCase(text[at]!))
    if (!next) break
    node = next
    if (node.terms.length === 0 || isInsideWord(text, at + 1)) continue
    const written = text.slice(start, at + 1)
    const found = node.terms.find((term) => !term.caseSensitive || term.source === written)
    longest = found ?? longest
  }
  return longest
}

/** Only where that keeps the length, so that places in the text stay. */
function foldCase(character: string): string {
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
