/** Subtitles: the text of each cue, in as many lines as before; numbers and times stay. */
import {
  fromInlineTokens,
  toInlineTokens,
  type InlineToken,
} from '#server/features/documents/formats/inline-tokens.ts'
import {
  DocumentError,
  type ParsedDocument,
} from '#server/features/documents/formats/parsed-document.ts'
import { decodeText } from '#server/features/documents/formats/text-encoding.ts'
import { parseTexts, type SourceText } from '#server/features/documents/formats/text-format.ts'

const timing = /^\s*\d+:\d\d:\d\d[,.]\d+\s*-->\s*\d+:\d\d:\d\d[,.]\d+/
/** Tags, and positions such as `{\an8}`. */
const tags = /<\/?[A-Za-z][^<>]*>|\{\\[^{}]*\}/g
/** The line of another speaker, or of a song, is a text of its own. */
const ownLine = /^\s*(?:<[^<>]*>)?\s*[-–—♪♫]/

type Line = { text: string; start: number; end: number }

export async function parseSrt(bytes: Uint8Array): Promise<ParsedDocument> {
  const { text: source, encode } = decodeText(bytes)
  const lines = [...source.matchAll(/[^\r\n]*(?:\r\n|\n|\r|$)/g)].map(({ 0: raw, index }) => {
    const text = raw.replace(/[\r\n]+$/, '')
    return { text, start: index, end: index + text.length }
  })
  const cues = readCues(lines)
  if (cues.length === 0 && source.trim() !== '') throw new DocumentError('documentOfOtherFormat')
  const lineEnd = /\r\n|\n|\r/.exec(source)?.[0] ?? '\n'
  const { texts, write } = parseTexts(
    source,
    cues.flatMap(joinLines).map((text) => toSourceText(text, lineEnd)),
  )
  return { texts, write: async (translations) => encode(write(translations)) }
}

/** Lines of text of each cue: those after the times, up to an empty line. */
function readCues(lines: readonly Line[]): Line[][] {
  const cues: Line[][] = []
  let cue: Line[] | undefined
  for (const line of lines) {
    if (timing.test(line.text)) cues.push((cue = []))
    else if (line.text.trim() === '') cue = undefined
    else cue?.push(line)
  }
  return cues
}

function joinLines(cue: readonly Line[]): Line[][] {
  const groups: Line[][] = []
  for (const line of cue)
    if (groups.length === 0 || ownLine.test(line.text)) groups.push([line])
    else groups.at(-1)!.push(line)
  return groups
}

function toSourceText(lines: readonly Line[], lineEnd: string): SourceText<InlineToken> {
  const text = lines
    .map((line) => line.text.trim())
    .reduce((joined, line) => joined + (isCjk(joined.at(-1)!) && isCjk(line[0]!) ? '' : ' ') + line)
  return {
    start: lines[0]!.start,
    end: lines.at(-1)!.end,
    content: toInlineTokens(text, tags),
    write: (content) => {
      const written = fromInlineTokens(content).replace(/\s*[\r\n]+\s*/g, ' ')
      return divideLine(written, lines.length).join(lineEnd)
    },
  }
}

const isCjk = (sign: string) =>
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\u3000-\u303f\uff00-\uffef]/u.test(sign)

/** Lines of about the same length; words and tags are not divided. */
function divideLine(text: string, count: number): string[] {
  if (count < 2) return [text]
  const lines: string[] = []
  let start = 0
  for (const { 0: part, index } of text.matchAll(/<[^<>]*>|\{\\[^{}]*\}|\s+|./gsu)) {
    const isSpace = part.trim() === ''
    const isPlace = isSpace || (isCjk(part) && !closing.test(part))
    const isFar = index - start >= (text.length - start) / (count - lines.length) - 1
    if (!isPlace || !isFar || index === start || lines.length === count - 1) continue
    lines.push(text.slice(start, index))
    start = isSpace ? index + part.length : index
  }
  return [...lines, text.slice(start)]
}

/** Signs that begin no line. */
const closing = /[、。，．！？：；）」』】》〉”’…]/u
