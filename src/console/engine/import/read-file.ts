/** Reads a CSV file as spreadsheets write it: encoding, delimiter, headings and cells. */
import { parse } from 'papaparse'
import { businessLimits } from '#contract/business-limits.ts'

/** `bytes`: size of a file; `rows`: without the headings; `columns`: of a file. */
export const fileLimits = {
  bytes: 20 * 1024 * 1024,
  rows: businessLimits.import.rows,
  columns: 200,
} as const

export type CsvFile = {
  readonly name: string
  readonly headings: readonly string[]
  readonly rows: readonly CsvRow[]
}
/** `line`: number of the row as a spreadsheet shows it, where the headings are row 1. */
type CsvRow = { readonly line: number; readonly cells: readonly string[] }

/** Why a file can't be read: a key below `crud.import.problem`. */
export type FileProblem = 'tooLarge' | 'tooMany' | 'tooWide' | 'workbook' | 'notText' | 'empty'

export class FileError extends Error {
  override name = 'FileError'
  readonly problem: FileProblem
  constructor(problem: FileProblem) {
    super(problem)
    this.problem = problem
  }
}

/** `maxRows`: without the headings. Throws FileError. */
export async function readCsv(file: File, maxRows: number = fileLimits.rows): Promise<CsvFile> {
  if (file.size > fileLimits.bytes) throw new FileError('tooLarge')
  const bytes = new Uint8Array(await file.arrayBuffer())
  const text = decode(bytes)
  const { data } = parse<string[]>(text, { delimiter: delimiterOf(text) })
  const lines = data.map((cells, index) => ({ line: index + 1, cells: cells.map(plainCell) }))
  const [head, ...rows] = lines.filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
  if (!head || rows.length === 0) throw new FileError('empty')
  if (rows.length > maxRows) throw new FileError('tooMany')
  if (head.cells.length > fileLimits.columns) throw new FileError('tooWide')
  return { name: file.name, headings: head.cells.map((cell) => cell.trim()), rows }
}

/**
 * Decodes UTF-8 with or without a byte order mark, UTF-16 with one (“Unicode text” of Excel) and
 * GB18030, which Chinese Excel writes by default.
 */
export function decode(bytes: Uint8Array): string {
  // Workbooks are ZIP archives, or OLE files before 2007.
  if (startsWith(bytes, [0x50, 0x4b, 3, 4]) || startsWith(bytes, [0xd0, 0xcf, 0x11, 0xe0]))
    throw new FileError('workbook')
  if (startsWith(bytes, [0xff, 0xfe])) return new TextDecoder('utf-16le').decode(bytes)
  if (startsWith(bytes, [0xfe, 0xff])) return new TextDecoder('utf-16be').decode(bytes)
  const text = decodeAs('utf-8', bytes) ?? decodeAs('gb18030', bytes)
  if (text === undefined || text.includes('\0')) throw new FileError('notText')
  return text
}

/** The first delimiter that splits the headings; the texts of rows may contain delimiters. */
const delimiterOf = (text: string): string =>
  [',', '\t', ';'].find(
    (delimiter) => (parse<string[]>(text, { delimiter, preview: 1 }).data[0]?.length ?? 0) > 1,
  ) ?? ','

function decodeAs(encoding: string, bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

const startsWith = (bytes: Uint8Array, signature: readonly number[]) =>
  signature.every((byte, index) => bytes[index] === byte)

/** Removes what `csvCell` of the export adds to a text: `="…"` and the apostrophe. */
export function plainCell(cell: string): string {
  const constant = /^="([^"]*)"$/.exec(cell)?.[1]
  if (constant !== undefined) return constant
  return /^'+(?:[\t\r\n]|\s*[=+\-@＝＋－＠])/.test(cell) ? cell.slice(1) : cell
}
