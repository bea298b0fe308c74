/** Lines of a CSV file that Excel opens as it should: Chinese intact, nothing in a cell ever run as a formula. */

/** Tells Excel that the file is UTF-8. */
export const byteOrderMark = '\uFEFF'

/** One line, with its end. */
export const csvLine = (cells: readonly string[]): string => `${cells.map(csvCell).join(',')}\r\n`

/** A cell that a spreadsheet would take for a formula gets an apostrophe in front, full-width signs included (OWASP, CSV Injection); a plain number keeps its sign. */
export function csvCell(text: string): string {
  const formula = /^[\t\r\n]|^\s*[=+\-@＝＋－＠]/.test(text) && !/^[+-]?[\d,]*\.?\d+$/.test(text)
  const safe = formula ? `'${text}` : text
  return /[",\r\n]/.test(safe) || safe !== safe.trim() ? `"${safe.replaceAll('"', '""')}"` : safe
}
