/** Splits XML and HTML into texts and tags, whose spelling is kept. */

/** `raw` is the token as it was written; the tokens join to the same text. */
export type Token =
  | { kind: 'text'; raw: string }
  | { kind: 'open'; raw: string; name: string }
  | { kind: 'close'; raw: string; name: string }
  /** A tag without an end tag, a comment, a declaration, or an element that is not translated. */
  | { kind: 'single'; raw: string; name?: string }
  /** A term of a glossary, which stands in its sentence; `raw` is its translation. */
  | { kind: 'term'; raw: string; name?: undefined }

export type MarkupKind = 'xml' | 'html'

/** The markup is not well-formed XML. */
export class MalformedMarkup extends Error {
  /** Name of the element at fault; empty for a stray `<`. */
  readonly element: string

  constructor(element: string) {
    super(element)
    this.element = element
  }
}

const voidElements = new Set(
  'area base br col embed hr img input link meta param source track wbr'.split(' '),
)
/** Elements of HTML whose content is no text. */
const rawTextElements = new Set(['script', 'style'])

/** Nested or unclosed tags that one tag may contain in its attributes. */
const maxAngleBrackets = 64

/** Takes time in proportion to the text. Throws MalformedMarkup for a stray `<` in XML. */
export function tokenize(text: string, kind: MarkupKind): Token[] {
  const tokens: Token[] = []
  const findEnd = createEndFinder(text)
  let textStart = 0
  const push = (token: Token, start: number, end: number) => {
    if (start > textStart) tokens.push({ kind: 'text', raw: text.slice(textStart, start) })
    tokens.push(token)
    textStart = end
  }
  for (let at = text.indexOf('<'); at >= 0; at = text.indexOf('<', Math.max(at + 1, textStart))) {
    const end = findEnd(at)
    if (end === undefined) {
      if (kind === 'xml') throw new MalformedMarkup('')
      continue
    }
    const raw = text.slice(at, end)
    const token = toToken(raw, kind)
    push(token, at, end)
    if (kind === 'html' && token.kind === 'open' && rawTextElements.has(token.name)) {
      const endTag = new RegExp(`</${token.name}`, 'gi')
      endTag.lastIndex = end
      const contentEnd = endTag.exec(text)?.index ?? text.length
      if (contentEnd > end)
        push({ kind: 'single', raw: text.slice(end, contentEnd) }, end, contentEnd)
    }
  }
  if (textStart < text.length) tokens.push({ kind: 'text', raw: text.slice(textStart) })
  return tokens
}

function toToken(raw: string, kind: MarkupKind): Token {
  const found = /^<(\/?)([\p{L}_:][^\s<>/]*)/u.exec(raw)
  if (!found) return { kind: 'single', raw }
  const name = kind === 'html' ? found[2]!.toLowerCase() : found[2]!
  if (found[1]) return { kind: 'close', raw, name }
  const isSingle = raw.endsWith('/>') || (kind === 'html' && voidElements.has(name))
  return { kind: isSingle ? 'single' : 'open', raw, name }
}

/** Comments and declarations that begin with the first text end with the second. */
const sections: readonly (readonly [string, string])[] = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>'],
]

/**
 * Returns the end of the tag at an index; undefined if none begins there. Remembers which ends do
 * not follow, so that many beginnings without an end are not searched for each time.
 */
function createEndFinder(text: string): (at: number) => number | undefined {
  const missing = new Set<string>()
  const indexAfter = (end: string, from: number): number | undefined => {
    if (missing.has(end)) return undefined
    const found = text.indexOf(end, from)
    if (found < 0) missing.add(end)
    return found < 0 ? undefined : found + end.length
  }
  return (at) => {
    for (const [begin, end] of sections)
      if (text.startsWith(begin, at)) return indexAfter(end, at + begin.length)
    if (!/^<(?:!|\/?[\p{L}_:])/u.test(text.slice(at, at + 4))) return undefined
    return findTagEnd(text, at, indexAfter)
  }
}

function findTagEnd(
  text: string,
  start: number,
  indexAfter: (end: string, from: number) => number | undefined,
): number | undefined {
  let brackets = 0
  for (let at = start + 1; at < text.length; at++) {
    const sign = text[at]!
    if (sign === '>') return at + 1
    if (sign === '<') return undefined
    if (sign !== '"' && sign !== "'") continue
    const end = indexAfter(sign, at + 1)
    if (end === undefined) return undefined
    for (let inner = text.indexOf('<', at); inner >= 0 && inner < end;) {
      if (++brackets > maxAngleBrackets) return undefined
      inner = text.indexOf('<', inner + 1)
    }
    at = end - 1
  }
  return undefined
}

/**
 * The index of each tag's counterpart. Throws MalformedMarkup for XML whose tags are not nested; in
 * HTML such tags have none.
 */
export function matchTags(tokens: readonly Token[], kind: MarkupKind): Map<number, number> {
  const matches = new Map<number, number>()
  const open: { name: string; index: number }[] = []
  for (const [index, token] of tokens.entries()) {
    if (token.kind === 'open') open.push({ name: token.name, index })
    if (token.kind !== 'close') continue
    const at = findLastOpen(open, token.name)
    if (kind === 'xml' && (at < 0 || at !== open.length - 1)) throw new MalformedMarkup(token.name)
    if (at < 0) continue
    matches.set(open[at]!.index, index).set(index, open[at]!.index)
    open.length = at
  }
  if (kind === 'xml' && open.length > 0) throw new MalformedMarkup(open.at(-1)!.name)
  return matches
}

/** Open elements among which an end tag of HTML finds its own. */
const maxOpenSearched = 256

function findLastOpen(open: readonly { name: string }[], name: string): number {
  const lowest = Math.max(0, open.length - maxOpenSearched)
  for (let at = open.length - 1; at >= lowest; at--) if (open[at]!.name === name) return at
  return -1
}
