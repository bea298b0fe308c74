/** Joins the lines of PDF pages to paragraphs and headings. */

/** A line as a page shows it; lengths in points, `y` from the bottom. */
export type PdfLine = { text: string; x: number; right: number; y: number; size: number }
/** `height`: in points. */
export type PdfPage = { lines: readonly PdfLine[]; height: number }
/** `level`: of a heading; undefined for other paragraphs. */
export type PdfParagraph = { text: string; level: 1 | 2 | 3 | undefined }

/** The lines of a page are in the order of the file. Numbers of pages and repeated headers are left out. */
export function joinLines(pages: readonly PdfPage[]): PdfParagraph[] {
  const bodySize = findBodySize(pages.flatMap(({ lines }) => lines))
  const repeated = findRepeated(pages)
  const seen = new Set<string>()
  const groups: PdfLine[][] = []
  for (const page of pages) {
    const lines = page.lines.filter((line) => {
      const key = placeOf(line)
      if (!repeated.has(key) || !isInMargin(line, page)) return true
      const isFirst = !seen.has(key)
      seen.add(key)
      return isFirst && /\p{L}/u.test(line.text)
    })
    const right = findRightEdges(lines)
    let previous: PdfLine | undefined
    for (const line of lines) {
      const continues = previous
        ? continuesLine(previous, line, right(previous), bodySize)
        : continuesPage(groups.at(-1)?.at(-1), line)
      if (continues) groups.at(-1)!.push(line)
      else groups.push([line])
      previous = line
    }
  }
  return groups.map((lines) => {
    const text = lines.map((line) => line.text.trim()).reduce(joinTexts)
    return { text, level: findLevel(text, lines[0]!.size / bodySize) }
  })
}

/** The size of most text. */
function findBodySize(lines: readonly PdfLine[]): number {
  const lengths = new Map<number, number>()
  for (const { size, text } of lines) {
    const rounded = Math.round(size * 2) / 2
    lengths.set(rounded, (lengths.get(rounded) ?? 0) + text.length)
  }
  const most = Math.max(...lengths.values())
  return [...lengths].find(([, length]) => length === most)?.[0] || 1
}

/** The same text apart from numbers at the same place. */
const placeOf = ({ text, y }: PdfLine) => `${Math.round(y)} ${text.replace(/\d+/g, '#').trim()}`

/** Whether a line is in the upper or lower tenth of its page. */
const isInMargin = ({ y }: PdfLine, { height }: PdfPage) => y < 0.1 * height || y > 0.9 * height

/** Places of headers and numbers of pages: those on half of at least three pages. */
function findRepeated(pages: readonly PdfPage[]): ReadonlySet<string> {
  const counts = new Map<string, number>()
  for (const page of pages)
    for (const key of new Set(page.lines.map(placeOf))) counts.set(key, (counts.get(key) ?? 0) + 1)
  const least = Math.max(3, pages.length / 2)
  return new Set([...counts].filter(([, count]) => count >= least).map(([key]) => key))
}

/** The right edge of a line's column: the furthest of those that begin near it. */
function findRightEdges(lines: readonly PdfLine[]): (line: PdfLine) => number {
  const edges = new Map<number, number>()
  const columnOf = ({ x }: PdfLine) => Math.round(x / 40)
  for (const line of lines) {
    const column = columnOf(line)
    edges.set(column, Math.max(edges.get(column) ?? 0, line.right))
  }
  return (line) => {
    const column = columnOf(line)
    return Math.max(...[column - 1, column, column + 1].map((near) => edges.get(near) ?? 0))
  }
}

/** Bullets, and numbers in figures, letters or Chinese from one to ten. */
const listMark =
  /^\s*(?:[•◦▪‣●○■□–—*-]\s|\(?(?:\d{1,3}|[a-zA-Z]|[ivxIVX]+)[.)]\s|[（(]?[\u4e00\u4e8c\u4e09\u56db\u4e94\u516d\u4e03\u516b\u4e5d\u5341]+[)）、])/

/** Of a first line, in times the size of its letters; cells and centred lines begin further right. */
const maxIndent = 4

/** Whether a line is full, so that the first word of the next one did not fit, and the next fits. */
function continuesLine(line: PdfLine, next: PdfLine, right: number, bodySize: number): boolean {
  const gap = line.y - next.y
  if (Math.abs(line.size - next.size) > 0.1 * line.size) return false
  if (gap <= 0 || gap > 1.8 * line.size || listMark.test(next.text)) return false
  if (line.size > 1.1 * bodySize) return true
  if (next.x > line.x + 2 * line.size || next.x < line.x - maxIndent * line.size) return false
  const signWidth = (line.right - line.x) / Math.max(1, line.text.length)
  const word = isCjk(next.text) ? 1 : /^\S*/.exec(next.text)![0].length + 1
  return line.right + word * signWidth > right - 0.5 * line.size
}

/** Whether a sentence goes on at the top of the next page. */
const continuesPage = (line: PdfLine | undefined, next: PdfLine): boolean =>
  line !== undefined &&
  Math.abs(line.size - next.size) <= 0.1 * line.size &&
  /[\p{L},，、]$/u.test(line.text.trim()) &&
  (/^\p{Ll}/u.test(next.text) || (isCjk(next.text) && isCjk(line.text.trim().slice(-1))))

const isCjk = (text: string) => /^[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/u.test(text)

function joinTexts(before: string, next: string): string {
  if (/\p{Ll}-$/u.test(before) && /^\p{Ll}/u.test(next)) return before.slice(0, -1) + next
  const isTight = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\u3000-\u303f\uff00-\uffef]$/u.test(
    before,
  )
  return before + (isTight && isCjk(next) ? '' : ' ') + next
}

function findLevel(text: string, ratio: number): PdfParagraph['level'] {
  if (ratio < 1.15 || text.length > 200 || !/\p{L}/u.test(text)) return undefined
  if (ratio >= 1.7) return 1
  return ratio >= 1.35 ? 2 : 3
}
