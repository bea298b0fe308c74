/** Paragraphs of plain text whose lines are wrapped at a width, as in e-mails and READMEs. */
import type { Span } from '#server/features/documents/formats/splice.ts'

/** `text`: on one line. `write`: a translation, wrapped as the paragraph was. */
export type TextParagraph = Span & { text: string; write: (translated: string) => string }

/** `width`: in columns, with the indent. `canFollow`: it may go on a paragraph of the line before. */
type Line = Span & { text: string; indent: string; width: number; canFollow: boolean }

/**
 * `least`, `most`: columns of a wrapped paragraph. `lines`: least number of lines that go on.
 * `filled`: the part of the lines of paragraphs of three lines and more that is in filled ones, or
 * `full`: the part of lines that are full by the `usual` width, which so many are not beyond.
 * `length`: above it, lines are not looked at.
 */
const wrapped = {
  least: 40,
  most: 120,
  lines: 4,
  filled: 0.6,
  full: 0.8,
  usual: 0.9,
  length: 4_000_000,
}

/**
 * Each line is a paragraph, unless the text looks wrapped: in most of its paragraphs, all lines but
 * the last are so full that the next word did not fit, or most lines of all paragraphs are.
 */
export function findParagraphs(source: string): TextParagraph[] {
  const found = source.matchAll(/\S(?:[^\r\n]*\S)?/g)
  if (source.length > wrapped.length)
    return Array.from(found, ({ 0: text, index }) => toParagraph(text, index))
  const lines: Line[] = []
  for (const { 0: text, index } of found) lines.push(toLine(source, text, index, lines.at(-1)))
  const runs = divide(lines, ({ canFollow }) => canFollow)
  const width = findUsualWidth(runs)
  const filled = new Set(runs.filter(isFilled))
  if (!isWrapped(runs, filled, width))
    return lines.map(({ text, start }) => toParagraph(text, start))
  return runs
    .flatMap((run) =>
      filled.has(run) ? [run] : divide(run, (line, before) => isFull(before, line, width)),
    )
    .map((paragraph) => joinLines(source, paragraph))
}

function isWrapped(
  runs: readonly Line[][],
  filled: ReadonlySet<Line[]>,
  usualWidth: number,
): boolean {
  const count = (some: readonly Line[][]) => some.reduce((sum, { length }) => sum + length, 0)
  const [all, of] = [count(runs.filter(({ length }) => length > 2)), count([...filled])]
  if (of > wrapped.lines && of >= wrapped.filled * all) return true
  const followed = runs.flatMap((run) => run.slice(1).map((next, at) => ({ line: run[at]!, next })))
  const full = followed.filter(({ line, next }) => isFull(line, next, usualWidth)).length
  return isWidth(usualWidth) && full >= wrapped.lines && full >= wrapped.full * followed.length
}

const isWidth = (width: number) => width >= wrapped.least && width <= wrapped.most

/** `follows`: whether a line goes on after the one before. */
function divide(lines: readonly Line[], follows: (line: Line, before: Line) => boolean): Line[][] {
  const divided: Line[][] = []
  for (const [at, line] of lines.entries())
    if (at > 0 && follows(line, lines[at - 1]!)) divided.at(-1)!.push(line)
    else divided.push([line])
  return divided
}

/** Of three lines at least: the longer of two is always full. */
function isFilled(run: readonly Line[]): boolean {
  const width = findWidth(run)
  return (
    run.length > 2 &&
    isWidth(width) &&
    run.slice(1).every((line, at) => isFull(run[at]!, line, width))
  )
}

const isFull = (line: Line, next: Line, width: number): boolean =>
  line.width + firstWidth(next) > width

const findWidth = (run: readonly Line[]): number =>
  run.reduce((most, { width }) => Math.max(most, width), 0)

/** Of most lines that go on. */
function findUsualWidth(runs: readonly Line[][]): number {
  const widths = runs.flatMap((run) => run.slice(0, -1).map(({ width }) => width))
  widths.sort((a, b) => a - b)
  return widths[Math.floor(widths.length * wrapped.usual)] ?? 0
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
    // The first line of a paragraph or item begins further left or right.
    (indent === before.indent || !before.canFollow) &&
    !listItem.test(text) &&
    // Of a table, a quotation, or a log, whose lines begin with a time.
    !/^[|>#]|^(?=\S*(?:\d\S*){4})\S{6,}\s/.test(text.slice(0, 40)) &&
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

function joinLines(source: string, lines: readonly Line[]): TextParagraph {
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
    write: (translated) =>
      wrap(translated, findWidth(lines), widthOf(indent)).join(lineEnd + second.indent),
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
