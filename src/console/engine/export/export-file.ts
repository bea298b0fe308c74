/** Exported files: all rows of a list, CSV text, and the download. */
import type { Row } from '#console/engine/resource.ts'

/** Rows of one page of a list. `total`: number of all rows, a lower bound if it is capped. */
export type PageOfRows = {
  readonly rows: readonly Row[]
  readonly total: number
  readonly isTotalCapped?: boolean
}
/** `done`: number of rows yielded so far. */
export type Batch = PageOfRows & { readonly done: number }

/**
 * Yields the rows of each page, each row once. Throws what `loadPage` throws. When rows are deleted
 * meanwhile, others shift onto pages already read; those pages are read again. Sends at most one
 * request more than the list had pages at first, if their number is known.
 */
export async function* readAllRows(
  loadPage: (pageNum: number) => Promise<PageOfRows>,
  pageSize: number,
  id: string | undefined,
): AsyncGenerator<Batch> {
  const yielded = new Set<unknown>()
  let requestsLeft = Number.POSITIVE_INFINITY
  let done = 0
  let previousTotal: number | undefined
  for (let pageNum = 1; requestsLeft > 0; pageNum++) {
    const { rows, total, isTotalCapped = false } = await loadPage(pageNum)
    if (previousTotal === undefined && !isTotalCapped) requestsLeft = pageCount(total, pageSize) + 1
    requestsLeft--
    const unyielded = rows.filter((row) => id === undefined || !yielded.has(row[id]))
    for (const row of unyielded) if (id !== undefined) yielded.add(row[id])
    done += unyielded.length
    yield { rows: unyielded, done, total: Math.max(total, done), isTotalCapped }
    const deletedCount = previousTotal === undefined ? 0 : Math.max(0, previousTotal - total)
    previousTotal = total
    const firstShiftedPage = Math.max(1, pageNum - pageCount(deletedCount, pageSize))
    if (deletedCount > 0 && requestsLeft > pageCount(total, pageSize) - firstShiftedPage)
      pageNum = firstShiftedPage - 1
    else if (rows.length === 0 || (!isTotalCapped && pageNum >= pageCount(total, pageSize))) return
  }
}

const pageCount = (total: number, pageSize: number) => Math.ceil(total / pageSize)

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
 * (OWASP, CSV Injection), and so does text that already has one before such a sign, so that an
 * import can remove it. Timestamps are left unchanged.
 */
export function csvCell(value: CsvValue): string {
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : ''
  if (isTimestamp(value)) return value
  if (looksNumeric(value)) return quoted(`="${value}"`)
  const safe = /^'*(?:[\t\r\n]|\s*[=+\-@＝＋－＠])/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(safe) || safe !== safe.trim() ? quoted(safe) : safe
}

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`
const isTimestamp = (text: string) => /^\d{4}-\d\d-\d\d( \d\d:\d\d:\d\d)?$/.test(text)
/** Matches digits and the separators of numbers, dates and phone numbers, including exponents. */
const looksNumeric = (text: string) =>
  /\d/.test(text) && /^[\d +\-.,:/()%¥$￥#*]+$|^[+-]?[\d.,]+e[+-]?\d+$/i.test(text)

/** Some browsers read the blob after the click: a URL revoked at once would save an empty file. */
const revokeDelay = 60_000

/** `type` is a MIME type such as `text/csv;charset=utf-8`. */
export function saveFile(parts: readonly BlobPart[], name: string, type: string): void {
  const url = URL.createObjectURL(new Blob([...parts], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), revokeDelay)
}
