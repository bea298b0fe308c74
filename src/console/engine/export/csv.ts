/** CSV encoding for spreadsheets: UTF-8, long numbers as text, no formula injection. */

/** Marks the file as UTF-8 for Excel. */
export const byteOrderMark = '\uFEFF'

/** A number can be summed; a string stays text even if it looks numeric. */
export type CsvValue = string | number

/** One CSV line, including its line terminator. */
export const csvLine = (cells: readonly CsvValue[]): string => `${cells.map(csvCell).join(',')}\r\n`

/**
 * Text that a spreadsheet would parse as a number, a date or a formula (an order number, a phone
 * number) is written as the constant `="…"`, which Excel, LibreOffice and Google Sheets show
 * unchanged. Text that could run as a formula gets a leading apostrophe, full-width signs included
 * (OWASP, CSV Injection). Timestamps are left unchanged.
 */
export function csvCell(value: CsvValue): string {
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : ''
  if (isMoment(value)) return value
  if (looksNumeric(value)) return quoted(`="${value}"`)
  const safe = /^[\t\r\n]|^\s*[=+\-@＝＋－＠]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(safe) || safe !== safe.trim() ? quoted(safe) : safe
}

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`
const isMoment = (text: string) => /^\d{4}-\d\d-\d\d( \d\d:\d\d:\d\d)?$/.test(text)
/** Matches digits and the separators of numbers, dates and phone numbers, including exponents. */
const looksNumeric = (text: string) =>
  /\d/.test(text) && /^[\d +\-.,:/()%¥$￥#*]+$|^[+-]?[\d.,]+e[+-]?\d+$/i.test(text)
