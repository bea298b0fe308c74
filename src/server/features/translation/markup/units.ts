/** Divides marked-up text into units to translate, whose tags become numbered placeholders. */
import type { FindTerms } from '#server/features/glossaries/index.ts'
import {
  plainTextNotation,
  restoreTags,
  type Notation,
  type PlacedTag,
} from '#server/features/translation/markup/placeholders.ts'
import { limits } from '#contract/limits.ts'
import {
  matchTags,
  tokenize,
  type MarkupKind,
  type Token,
} from '#server/features/translation/markup/tokens.ts'

/** `splitting`, `nonSplitting`, `ignored`: names of elements. */
export type MarkupOptions = {
  kind: MarkupKind
  splitting: readonly string[]
  nonSplitting: readonly string[]
  ignored: readonly string[]
  /** Whether elements of XML without text of their own divide it. */
  detectsOutline: boolean
}

/**
 * Text that is translated as one. `text`: with placeholders in the channel's notation. `restore`:
 * the translation with its tags; undefined unless it has each placeholder once and properly nested.
 * `pieces`: the same with the texts between its tags as units of their own; empty if it has none.
 */
export type MarkupUnit = {
  text: string
  /** Whether `text` is escaped and has tags, as the notation says. */
  hasMarkup: boolean
  restore: (translated: string) => string | undefined
  pieces: readonly MarkupPart[]
}
/** Markup that stays as it is, or a unit. */
export type MarkupPart = string | MarkupUnit

/** Block elements of HTML, and others whose content is no part of the sentence around them. */
const blockElements = new Set(
  (
    'address article aside blockquote body br button caption center col colgroup dd details dialog dir div dl dt fieldset figcaption figure footer ' +
    'form frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html iframe legend li main menu nav noscript ol optgroup option p pre script section ' +
    'select style summary table tbody td template textarea tfoot th thead title tr ul video audio canvas'
  ).split(' '),
)
const isIgnoredByAttribute = (raw: string) =>
  /\stranslate\s*=\s*["']?no\b|\sclass\s*=\s*["'][^"']*\bnotranslate\b/i.test(raw)

/**
 * `charged`: the texts outside of tags and ignored elements. Throws MalformedMarkup for XML that is
 * not well-formed.
 */
export function divideMarkup(
  text: string,
  options: MarkupOptions,
  notation: Notation,
  findTerms?: FindTerms,
): { parts: MarkupPart[]; charged: string[] } {
  const withTerms = withoutIgnored(tokenize(text, options.kind), options)
  const tokens = findTerms ? replaceTerms(withTerms, findTerms, notation) : withTerms
  const matches = matchTags(tokens, options.kind)
  const splits = findSplittingTags(tokens, matches, options)
  const parts: MarkupPart[] = []
  let run: number[] = []
  const flush = () => {
    parts.push(...toParts(tokens, run, matches, notation))
    run = []
  }
  for (const [index, token] of tokens.entries()) {
    if (splits.has(index)) {
      flush()
      parts.push(token.raw)
    } else run.push(index)
  }
  flush()
  return {
    parts,
    charged: withTerms.flatMap((token) => (token.kind === 'text' ? [token.raw] : [])),
  }
}

/** A text without markup that has terms of a glossary, as one unit where it is not too long. */
export const divideTextWithTerms = (
  text: string,
  notation: Notation,
  findTerms: FindTerms,
): MarkupPart[] => {
  const plain = plainTextNotation(notation)
  const tokens = replaceTerms([{ kind: 'text', raw: text }], findTerms, plain)
  return toParts(tokens, [...tokens.keys()], new Map(), plain)
}

/** Terms in texts become tokens of their own. */
const replaceTerms = (
  tokens: readonly Token[],
  findTerms: FindTerms,
  { toPlain, fromPlain }: Notation,
): Token[] =>
  tokens.flatMap((token): Token[] => {
    if (token.kind !== 'text') return [token]
    const text = toPlain(token.raw)
    const matches = findTerms(text)
    if (matches.length === 0) return [token]
    const replaced: Token[] = []
    let at = 0
    for (const { start, end, target } of matches) {
      if (start > at) replaced.push({ kind: 'text', raw: fromPlain(text.slice(at, start)) })
      replaced.push({ kind: 'term', raw: fromPlain(target) })
      at = end
    }
    if (at < text.length) replaced.push({ kind: 'text', raw: fromPlain(text.slice(at)) })
    return replaced
  })

/** Ignored elements become single tokens. */
function withoutIgnored(tokens: Token[], { kind, ignored }: MarkupOptions): Token[] {
  const names = new Set(kind === 'html' ? ignored.map((name) => name.toLowerCase()) : ignored)
  const matches = matchTags(tokens, kind)
  const kept: Token[] = []
  for (let index = 0; index < tokens.length; index++) {
    const token = tokens[index]!
    const end = token.kind === 'open' ? matches.get(index) : undefined
    const isIgnored =
      token.kind === 'open' &&
      end !== undefined &&
      (names.has(token.name) || (kind === 'html' && isIgnoredByAttribute(token.raw)))
    if (!isIgnored) kept.push(token)
    else {
      const raw = tokens.slice(index, end + 1).map((inner) => inner.raw)
      kept.push({ kind: 'single', raw: raw.join(''), name: token.name })
      index = end
    }
  }
  return kept
}

function findSplittingTags(
  tokens: readonly Token[],
  matches: ReadonlyMap<number, number>,
  { kind, splitting, nonSplitting, detectsOutline }: MarkupOptions,
): Set<number> {
  const [always, never] = [new Set(splitting), new Set(nonSplitting)]
  const inOutline = kind === 'xml' && detectsOutline ? findOutline(tokens, matches) : new Set()
  const found = new Set<number>()
  for (const [index, token] of tokens.entries()) {
    if (token.kind === 'text' || token.name === undefined || never.has(token.name)) continue
    const isBlock = kind === 'html' && blockElements.has(token.name)
    if (always.has(token.name) || isBlock || inOutline.has(index)) found.add(index)
  }
  return found
}

/** Tags of elements whose parent has no text of its own. */
function findOutline(
  tokens: readonly Token[],
  matches: ReadonlyMap<number, number>,
): ReadonlySet<number> {
  const found = new Set<number>()
  type Level = { tags: number[]; hasText: boolean; isInline: boolean }
  const levels: Level[] = [{ tags: [], hasText: false, isInline: false }]
  const order: { level: Level; parent: Level | undefined }[] = [
    { level: levels[0]!, parent: undefined },
  ]
  for (const [index, token] of tokens.entries()) {
    const level = levels.at(-1)!
    if (token.kind === 'text' || token.kind === 'term') level.hasText ||= token.raw.trim() !== ''
    else if (token.kind === 'single') level.tags.push(index)
    else if (token.kind === 'open') {
      level.tags.push(index, ...(matches.has(index) ? [matches.get(index)!] : []))
      const inner: Level = { tags: [], hasText: false, isInline: false }
      order.push({ level: inner, parent: level })
      levels.push(inner)
    } else levels.pop()
  }
  // Parents come first: what is inside of inline content is inline.
  for (const { level, parent } of order) {
    level.isInline = parent !== undefined && (parent.isInline || parent.hasText)
    if (!level.hasText && !level.isInline) for (const tag of level.tags) found.add(tag)
  }
  return found
}

/** Text with letters or digits is worth translating. */
const hasWords = (text: string) => /[\p{L}\p{N}]/u.test(text)

function toParts(
  tokens: readonly Token[],
  run: readonly number[],
  matches: ReadonlyMap<number, number>,
  notation: Notation,
): MarkupPart[] {
  if (!run.some((index) => tokens[index]!.kind === 'text' && hasWords(tokens[index]!.raw)))
    return run.map((index) => tokens[index]!.raw)
  const members = new Set(run)
  const matchOf = (index: number) => {
    const match = matches.get(index)
    return match !== undefined && members.has(match) ? match : undefined
  }
  const [before, after]: [string[], string[]] = [[], []]
  let [start, end] = [0, run.length]
  const isOuter = (index: number) =>
    tokens[index]!.kind === 'text'
      ? tokens[index]!.raw.trim() === ''
      : tokens[index]!.kind !== 'term' && matchOf(index) === undefined
  for (;;) {
    const [first, last] = [run[start]!, run[end - 1]!]
    if (isOuter(first)) before.push(tokens[run[start++]!]!.raw)
    else if (isOuter(last)) after.push(tokens[run[--end]!]!.raw)
    else if (matchOf(first) === last) {
      before.push(tokens[run[start++]!]!.raw)
      after.push(tokens[run[--end]!]!.raw)
    } else break
  }
  const inner = run
    .slice(start, end)
    .map((index) => ({ token: tokens[index]!, index, match: matchOf(index) }))
  return [...before, ...toUnits(inner, notation), ...after.reverse()]
}

type RunToken = { token: Token; index: number; match: number | undefined }

function toUnits(run: readonly RunToken[], notation: Notation): MarkupPart[] {
  const numbers = new Map<number, number>()
  const tags: PlacedTag[] = []
  const [lead, tail] = [leadOf(run[0]!.token), tailOf(run.at(-1)!.token)]
  const texts = run.map(({ token, match, index }) => {
    if (token.kind === 'text') return notation.writeText(token.raw)
    if (match !== undefined && token.kind === 'close') {
      const number = numbers.get(match)!
      tags[number - 1]!.close = token.raw
      return notation.close(number)
    }
    tags.push({ open: token.raw })
    numbers.set(index, tags.length)
    return match === undefined ? notation.single(tags.length) : notation.open(tags.length)
  })
  const pieces = run.flatMap(({ token }) =>
    token.kind === 'text'
      ? toPlainParts(notation.toPlain(token.raw), notation.fromPlain)
      : [token.raw],
  )
  const text = texts.join('').trim()
  const isPlain = tags.length === 0 && !notation.isMarkup
  if (isPlain || text.length > limits.translation.max) return pieces
  // A text that contains what looks like a placeholder can't be told from one.
  const isAmbiguous = run.some(
    ({ token }) =>
      token.kind === 'text' && notation.writeText(token.raw).search(notation.pattern) >= 0,
  )
  if (isAmbiguous) return pieces
  const unit: MarkupUnit = {
    text,
    hasMarkup: true,
    restore: (translated) => restoreTags(translated.trim(), tags, notation),
    pieces:
      tags.length === 0 ? [] : pieces.slice(lead === '' ? 0 : 1, tail === '' ? undefined : -1),
  }
  return [lead, unit, tail]
}

const leadOf = ({ kind, raw }: Token) => (kind === 'text' ? /^\s*/.exec(raw)![0] : '')
const tailOf = ({ kind, raw }: Token) => (kind === 'text' ? raw.slice(raw.trimEnd().length) : '')

/**
 * A text without markup as units of at most the length that channels take, between the spaces that
 * stay. `write` turns text into what it is written as.
 */
export function toPlainParts(
  text: string,
  write: (text: string) => string = (plain) => plain,
): MarkupPart[] {
  return splitLongText(text).flatMap((part): MarkupPart[] => {
    const middle = part.trim()
    if (middle === '') return [write(part)]
    const start = part.indexOf(middle[0]!)
    const unit: MarkupUnit = { text: middle, hasMarkup: false, restore: write, pieces: [] }
    return [
      write(part.slice(0, start)),
      hasWords(middle) ? unit : write(middle),
      write(part.slice(start + middle.length)),
    ]
  })
}

/** Parts that join to the text, ended by a line or a sentence where there is one. */
function splitLongText(text: string): string[] {
  const max = limits.translation.max
  const parts: string[] = []
  let rest = text
  while (rest.length > max) {
    const head = rest.slice(0, max)
    const end = Math.max(
      head.lastIndexOf('\n') + 1,
      ...['. ', '! ', '? '].map((mark) => head.lastIndexOf(mark) + 2),
      ...['。', '！', '？'].map((mark) => head.lastIndexOf(mark) + 1),
    )
    const space = head.lastIndexOf(' ') + 1
    const cut = [end, space].find((at) => at > max / 2) ?? endOfCharacter(rest, max)
    parts.push(rest.slice(0, cut))
    rest = rest.slice(cut)
  }
  return [...parts, rest]
}

/** Cuts no surrogate pair. */
const endOfCharacter = (text: string, at: number): number =>
  (text.charCodeAt(at - 1) & 0xfc00) === 0xd800 ? at - 1 : at
