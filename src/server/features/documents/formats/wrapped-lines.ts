/** Paragraphs of plain text whose lines are wrapped at a width, as in e-mails and READMEs. */
import type { Span } from '#server/features/documents/formats/splice.ts'

/** `text`: on one line. `write`: a translation, wrapped as the paragraph was. */
export type TextParagraph = Span & { text: string; write: (translated: string) => string }

/** `width`: in columns, with the indent. `canFollow`: it may go on a paragraph of the line before. */
type Line = Span & { text: string; indent: string; width: number; canFollow: boolean }

/**
 * Of a wrapped text: columns, least number of lines that go on and share of full ones of them, and
 * length, above which lines are not looked at.
 */
const wrapped = { least: 40, most: 120, lines: 4, share: 0.8, length: 4_000_000 }

/**
 * Each line is a paragraph, unless the whole text looks wrapped: nearly all lines before another one
 * are so full that the next word did not fit.
 */
export function findParagraphs(source: string): TextParagraph[] {
  const found = source.matchAll(/\S(?:[^\r\n]*\S)?/g)
  if (source.length > wrapped.length)
    return Array.from(found, ({ 0: text, index }) => toParagraph(text, index))
  const lines: Line[] = []
  for (const { 0: text, index } of found) lines.push(toLine(source, text, index, lines.at(-1)))
  const width = lines.reduce(
    (most, line, at) => (lines[at + 1]?.canFollow ? Math.max(most, line.width) : most),
    0,
  )
  const paragraphs: Line[][] = []
  let [following, full] = [0, 0]
  for (const [at, line] of lines.entries()) {
    const before = lines[at - 1]
    const isFull = line.canFollow && before!.width + firstWidth(line) > width
    if (line.canFollow) following++
    if (isFull) full++
    if (isFull) paragraphs.at(-1)!.push(line)
    else paragraphs.push([line])
  }
  const isWrapped =
    width >= wrapped.least &&
    width <= wrapped.most &&
    following >= wrapped.lines &&
    full >= wrapped.share * following
  return isWrapped
    ? paragraphs.map((paragraph) => joinLines(source, paragraph, width))
    : lines.map(({ text, start }) => toParagraph(text, start))
}

const toParagraph = (text: string, start: number): TextParagraph => ({
  start,
  end: start + text.length,
  text,
  write: (translated) => translated,
})

function toLine(source: string, text: string, start: number, before: Line | undefined): Line {
  const gap = source.slice(before?.end ?? 0, start)
  const indent = /[^\r\n]*$/.exec(gap)![0]
  const width = widthOf(indent) + widthOf(text)
  const canFollow =
    before !== undefined &&
    /^[^\S\r\n]*(?:\r\n|\r|\n)[^\S\r\n]*$/.test(gap) &&
    (indent === before.indent || listItem.test(before.text)) &&
    !listItem.test(text) &&
    !/^[|>#]/.test(text) &&
    /[\p{L}\p{N}]/u.test(text) &&
    !isRow(before.text) &&
    !isRow(text)
  return { start, end: start + text.length, text, indent, width, canFollow }
}

const listItem = /^(?:[-*+•·]|\d+[.)])\s/
/** Of a table with columns. */
const isRow = (text: string) => /\t| {3}/.test(text)

const wide = '\\u1100-\\u115f\\u2e80-\\ua4cf\\uac00-\\ud7a3\\uf900-\\ufaff\\uff00-\\uff60'
const ideographic = '\\u2e80-\\ua4cf\\uf900-\\ufaff\\uff00-\\uff60'
const wideCharacter = new RegExp(`[${wide}]`, 'g')
const startsIdeographic = new RegExp(`^[${ideographic}]`)
const endsIdeographic = new RegExp(`[${ideographic}]$`)
/** Parts that are not divided: space, an ideograph with the stops after it, and a word. */
const parts = new RegExp(
  `\\s+|[${ideographic}][\\u3001\\u3002\\uff01\\uff09\\uff0c\\uff1a\\uff1b\\uff1f\\u300b\\u300d\\u300f\\u201d]*|[^\\s${ideographic}]+`,
  'g',
)

/** In columns, of which signs of East Asia take two. */
const widthOf = (text: string): number => text.length + (text.match(wideCharacter)?.length ?? 0)

/** Columns of the space and the part of a line that did not fit into the line before. */
const firstWidth = ({ text }: Line): number =>
  startsIdeographic.test(text) ? 2 : 1 + widthOf(/^\S+/.exec(text)![0])

function joinLines(source: string, lines: readonly Line[], width: number): TextParagraph {
  const [first, second] = lines
  const { start, text, indent } = first!
  if (!second) return toParagraph(text, start)
  const lineEnd = /\r\n|\r|\n/.exec(source.slice(first!.end, second.start))![0]
  const joined = lines.slice(1).reduce((before, line) => {
    const isOneWord =
      /\p{L}-$/u.test(before) || (endsIdeographic.test(before) && startsIdeographic.test(line.text))
    return before + (isOneWord ? '' : ' ') + line.text
  }, text)
  return {
    start,
    end: lines.at(-1)!.end,
    text: joined,
    write: (translated) => wrap(translated, width, widthOf(indent)).join(lineEnd + second.indent),
  }
}

/** Lines of so many columns at most, unless a word is longer. `indent`: columns before each. */
function wrap(text: string, width: number, indent: number): string[] {
  const lines = ['']
  let [column, space] = [indent, '']
  for (const part of text.match(parts) ?? []) {
    if (part.trim() === '') {
      space = ' '
      continue
    }
    const needed = widthOf(space + part)
    const isNext = column + needed > width && column > indent
    if (isNext) lines.push(part)
    else lines[lines.length - 1] += space + part
    column = isNext ? indent + widthOf(part) : column + needed
    space = ''
  }
  return lines
}
