/**
 * Lines of a CSV file that a spreadsheet opens as it should: Chinese intact, numbers as numbers,
 * long numbers whole, nothing run as a formula.
 */

/** Tells Excel that the file is UTF-8. */
export const byteOrderMark = '\uFEFF'

/** A number is one that can be summed; a text stays what it is, whatever it looks like. */
export type CsvValue = string | number

/** One line, with its end. */
export const csvLine = (cells: readonly CsvValue[]): string => `${cells.map(csvCell).join(',')}\r\n`

/**
 * A text that a spreadsheet would take for a number, a part of a date or a sum (an order number, a
 * phone number) is written as the constant `="…"`, which Excel, LibreOffice and Google Sheets show
 * to the letter. A text that could run as a formula gets an apostrophe in front, full-width signs
 * included (OWASP, CSV Injection). Moments stay moments.
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
/**
 * Digits and what may stand between them in a number, a date or a phone number, an exponent
 * included.
 */
const looksNumeric = (text: string) =>
  /\d/.test(text) && /^[\d +\-.,:/()%¥$￥#*]+$|^[+-]?[\d.,]+e[+-]?\d+$/i.test(text)
