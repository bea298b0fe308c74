/** Exported files: all rows of a list, CSV text, and the download. */
import type { Row } from '#console/engine/resource.ts'

/** Rows of one page of a list, and the number of all its rows, or a lower bound of it. */
export type PageOfRows = {
  readonly rows: readonly Row[]
  readonly total: number
  readonly isTotalCapped?: boolean
}
export type Batch = PageOfRows & { readonly done: number }

/**
 * Yields the rows of each page that were not yielded before. Throws what `load` throws. Sends at
 * most one request more than the list had pages at first, if these are known. When rows are deleted, others shift onto
 * pages already read; those pages are read again while requests are left.
 */
export async function* allRows(
  load: (pageNum: number) => Promise<PageOfRows>,
  pageSize: number,
  id: string | undefined,
): AsyncGenerator<Batch> {
  const seen = new Set<unknown>()
  let left = Number.POSITIVE_INFINITY
  let done = 0
  let before: number | undefined
  for (let pageNum = 1; left > 0; pageNum++) {
    const { rows, total, isTotalCapped = false } = await load(pageNum)
    if (before === undefined && !isTotalCapped) left = pages(total, pageSize) + 1
    left--
    const latest = rows.filter((row) => id === undefined || !seen.has(row[id]))
    for (const row of latest) if (id !== undefined) seen.add(row[id])
    done += latest.length
    yield { rows: latest, done, total: Math.max(total, done), isTotalCapped }
    const vanished = before === undefined ? 0 : Math.max(0, before - total)
    before = total
    const again = Math.max(1, pageNum - pages(vanished, pageSize))
    if (vanished > 0 && left > pages(total, pageSize) - again) pageNum = again - 1
    else if (rows.length === 0 || (!isTotalCapped && pageNum >= pages(total, pageSize))) return
  }
}

const pages = (total: number, pageSize: number) => Math.ceil(total / pageSize)

/** Marks the file as UTF-8 for Excel. */
export const byteOrderMark = '\uFEFF'

/** A number can be summed; a string stays text even if it looks numeric. */
type CsvValue = string | number

/** One CSV line, including its line terminator. */
export const csvLine = (cells: readonly CsvValue[]): string => `${cells.map(csvCell).join(',')}\r\n`

/**
 * Text that a spreadsheet would parse as a number, a date or a formula (an order number, a phone
 * number) is written as the constant `="…"`, which Excel, LibreOffice and Google Sheets show
 * unchanged. Text that could run as a formula gets a leading apostrophe, full-width signs included
 * (OWASP, CSV Injection), and so does text that has one before such a sign, so that an import can
 * take it off again. Timestamps are left unchanged.
 */
export function csvCell(value: CsvValue): string {
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : ''
  if (isMoment(value)) return value
  if (looksNumeric(value)) return quoted(`="${value}"`)
  const safe = /^'*(?:[\t\r\n]|\s*[=+\-@＝＋－＠])/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(safe) || safe !== safe.trim() ? quoted(safe) : safe
}

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`
const isMoment = (text: string) => /^\d{4}-\d\d-\d\d( \d\d:\d\d:\d\d)?$/.test(text)
/** Matches digits and the separators of numbers, dates and phone numbers, including exponents. */
const looksNumeric = (text: string) =>
  /\d/.test(text) && /^[\d +\-.,:/()%¥$￥#*]+$|^[+-]?[\d.,]+e[+-]?\d+$/i.test(text)

/** `type` is a MIME type such as `text/csv;charset=utf-8`. */
export function saveFile(parts: readonly BlobPart[], name: string, type: string): void {
  const url = URL.createObjectURL(new Blob([...parts], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // Some browsers read the blob after the click; revoking the URL at once would save an empty file.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
