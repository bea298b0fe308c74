/** Prints rows and records as text, by the field types of the contract. */
import * as z from 'zod/mini'
import { shapeOf, unwrapSchema } from '#contract/query.ts'
import { fieldTypeRegistry } from '#contract/vocabulary.ts'
import type { Lang } from '#locales/messages.ts'
import { say } from '#server/cli/command.ts'

type Schema = z.core.$ZodType
type Row = Readonly<Record<string, unknown>>

/** Columns of a terminal that a cell of a table takes at most. */
const maxCellWidth = 60

/** Lines of a call's output: a table of its rows, or a line for each field. */
export function formatData(schema: Schema, data: unknown, lang: Lang): string[] {
  if (Array.isArray(data)) return formatRows(elementOf(schema), data as Row[], lang)
  const { rows, total, isTotalCapped } = data as Row
  if (!Array.isArray(rows)) return formatFields(schema, data as Row, lang)
  const values = { shown: rows.length, total: total as number }
  return [
    ...formatRows(elementOf(shapeOf(schema)['rows']!), rows as Row[], lang),
    ...(rows.length > 0
      ? [say(lang, isTotalCapped ? 'commands.shownCapped' : 'commands.shown', values)]
      : []),
  ]
}

const elementOf = (schema: Schema): Schema => {
  const plain = unwrapSchema(schema)
  return plain instanceof z.core.$ZodArray ? plain._zod.def.element : plain
}

function formatRows(schema: Schema, rows: readonly Row[], lang: Lang): string[] {
  const fields = Object.entries(shapeOf(schema))
  const format = (row: Row) =>
    Object.fromEntries(fields.map(([name, field]) => [name, formatValue(field, row[name])]))
  return formatTable(rows.map(format), lang)
}

function formatFields(schema: Schema, record: Row, lang: Lang): string[] {
  const shape = shapeOf(schema)
  const isNested = (value: unknown) => typeof value === 'object' && value !== null
  const isList = ([name]: [string, Schema]) =>
    isNested(record[name]) && Object.keys(shapeOf(elementOf(shape[name]!))).length > 0
  const fields = Object.entries(shape)
  const plain = fields.filter((field) => !isList(field))
  return [
    ...alignColumns(plain.map(([name, field]) => [name, formatValue(field, record[name])])),
    ...fields
      .filter(isList)
      .flatMap(([name, field]) => [
        '',
        `${name}:`,
        ...formatData(field, record[name], lang).map((line) => `  ${line}`),
      ]),
  ]
}

function formatValue(schema: Schema, value: unknown): string {
  if (value === undefined || value === null) return ''
  const kind = fieldTypeRegistry.get(unwrapSchema(schema))?.kind
  if (kind === 'cents') return `¥${((value as number) / 100).toFixed(2)}`
  if (kind === 'flag') return value ? 'yes' : 'no'
  if (Array.isArray(value)) return value.map((each) => formatValue(elementOf(schema), each)).join()
  if (typeof value === 'object') return JSON.stringify(value)
  const text = `${value as string | number}`
  return kind === 'picture' && text.startsWith('data:')
    ? `data:… (${Math.ceil((text.length * 3) / 4_000)} kB)`
    : // Texts of customers must not control the terminal.
      text.replace(/[\p{Cc}\p{Cf}]/gu, ' ')
}

/** A table with the keys of the first row as its head. */
export function formatTable(rows: readonly Record<string, string>[], lang: Lang): string[] {
  if (rows.length === 0) return [say(lang, 'commands.none')]
  const names = Object.keys(rows[0]!).filter((name) => rows.some((row) => row[name] !== ''))
  return alignColumns([names, ...rows.map((row) => names.map((name) => clip(row[name]!)))])
}

const clip = (cell: string): string =>
  cell.length > maxCellWidth ? `${cell.slice(0, maxCellWidth - 1)}…` : cell

/** Lines of cells, as wide as the widest of their column. */
export function alignColumns(lines: readonly (readonly string[])[]): string[] {
  const widths: number[] = []
  for (const line of lines)
    for (const [column, cell] of line.entries())
      widths[column] = Math.max(widths[column] ?? 0, measureWidth(cell))
  const pad = (cell: string, column: number) =>
    cell + ' '.repeat(widths[column]! - measureWidth(cell))
  return lines.map((line) => line.map(pad).join('  ').trimEnd())
}

const wideCharacters =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/g

/** Terminal columns; East Asian wide characters take two. */
const measureWidth = (text: string): number =>
  text.length + (text.match(wideCharacters)?.length ?? 0)
