/** Maps the columns of a file to fields, converts its rows, and finds what is wrong with them. */
import * as z from 'zod/mini'
import { ruleMessage } from '#console/engine/form/form-values.ts'
import { getFieldTypeUi } from '#console/engine/fields/field-types.ts'
import type { CsvFile } from '#console/engine/import/read-file.ts'
import {
  converterOf,
  exampleOf,
  normalize,
  type FindInBoth,
} from '#console/engine/import/parse-value.ts'
import { findReferences } from '#console/engine/import/references.ts'
import type { Item } from '#console/engine/page-model.ts'
import type { GetLookupData, Row } from '#console/engine/resource.ts'
import { messageOf, t } from '#console/refine/i18n.ts'
import { validateInput, type InputIssue } from '#contract/issues.ts'

/** For each column the key of its field; undefined for an ignored column. */
export type Mapping = readonly (string | undefined)[]

/** `row`: index from 0; `field`: key of the field, null for the row as a whole. */
export type RowError = {
  readonly row: number
  readonly field: string | null
  readonly message: string
  /** Index of an earlier row with the same values. */
  readonly sameAs?: number | undefined
}

/** Matches headings with labels in either language or names of fields; each field once. */
export function matchColumns(
  headings: readonly string[],
  items: readonly Item[],
  findInBoth: FindInBoth,
): Mapping {
  const mappedKeys = new Set<string>()
  return headings.map((heading) => {
    const normalized = normalizeHeading(heading)
    const match = items.find(
      ({ key, label }) =>
        !mappedKeys.has(key) &&
        [key, ...findInBoth(label)].some((name) => normalizeHeading(name) === normalized),
    )
    if (match) mappedKeys.add(match.key)
    return match?.key
  })
}

/** Removes a note in brackets at the end, such as the unit that the export adds. */
const normalizeHeading = (text: string) =>
  normalize(text)
    .replace(/\s*\([^()]*\)$/, '')
    .replaceAll(/[\s_*:-]/g, '')

/** Required fields that no column is mapped to. */
export const missingFields = (items: readonly Item[], mapping: Mapping): Item[] =>
  items.filter(({ key, required }) => required && !mapping.includes(key))

/** Rows converted and validated between two pauses. */
const rowsPerStep = 100

type CheckedRows = { readonly rows: readonly Row[]; readonly errors: readonly RowError[] }

/**
 * Converts and validates all rows in steps, so that the page stays responsive. Throws the abort
 * reason of the signal.
 */
export async function checkRows(
  { rows }: Pick<CsvFile, 'rows'>,
  mapping: Mapping,
  items: readonly Item[],
  {
    getLookupData,
    findInBoth,
    signal,
    onProgress,
  }: {
    getLookupData: GetLookupData
    findInBoth: FindInBoth
    signal: AbortSignal
    onProgress: (done: number) => void
  },
): Promise<CheckedRows> {
  const columns = []
  for (const [columnIndex, key] of mapping.entries()) {
    const item = items.find((candidate) => candidate.key === key)
    if (!item) continue
    const titles = new Set(
      rows.map(({ cells }) => normalize(cells[columnIndex] ?? '')).filter(Boolean),
    )
    const references =
      item.fieldType.kind === 'reference'
        ? await findReferences(item.fieldType, titles, signal)
        : undefined
    columns.push({
      columnIndex,
      item,
      convert: converterOf(item, getLookupData, findInBoth, references),
    })
  }
  const schema = z.object(
    Object.fromEntries(
      items.map(({ key, schema: fieldSchema }) => [key, fieldSchema as z.ZodMiniType]),
    ),
  )
  // Cached, because thousands of rows may break the same rule.
  const messages = new Map<string, string>()
  const messageFor = (key: string, issue: InputIssue) => {
    const { rule, limit, character } = issue
    const id = `${key} ${rule} ${limit ?? character}`
    const item = items.find((candidate) => candidate.key === key)
    const message =
      messages.get(id) ??
      (item
        ? ((rule === 'required' ? undefined : choiceMessage(item, getLookupData)) ??
          ruleMessage(item, issue))
        : messageOf('rules.type', { field: key }))
    messages.set(id, message)
    return message
  }
  const converted: Row[] = []
  const errors: RowError[] = []
  for (let from = 0; from < rows.length; from += rowsPerStep) {
    signal.throwIfAborted()
    for (const { cells } of rows.slice(from, from + rowsPerStep)) {
      const row: Record<string, unknown> = {}
      for (const { columnIndex, item, convert } of columns) {
        const cell = cells[columnIndex] ?? ''
        if (cell.trim() !== '') row[item.key] = convert(cell)
      }
      const result = validateInput(schema, row)
      for (const issue of result.ok ? [] : result.issues) {
        const key = issue.field.split('.')[0] ?? issue.field
        const message = messageFor(key, issue)
        errors.push({ row: converted.length, field: key, message })
      }
      converted.push(row)
    }
    onProgress(Math.min(from + rowsPerStep, rows.length))
    await yieldToPage()
  }
  return { rows: converted, errors }
}

/** Names the allowed values of a field for which a form would offer a choice. */
function choiceMessage(item: Item, getLookupData: GetLookupData): string | undefined {
  const { fieldType } = item
  const field = messageOf(item.label)
  const text = (value: unknown) =>
    getFieldTypeUi(fieldType).text(value, { fieldType, row: {}, lookupData: undefined })
  switch (fieldType.kind) {
    case 'flag':
    case 'code':
    case 'codes': {
      const values = fieldType.kind === 'flag' ? [1, 0] : fieldType.values
      const between = t('crud.tags.between')
      return t('crud.import.oneOf', { field, values: values.map(text).join(between) })
    }
    case 'language':
    case 'country':
      return t('crud.import.unknown', { field, example: exampleOf(item, getLookupData) })
    case 'reference':
      return t('crud.import.noSuchRow', { field })
    default:
      return undefined
  }
}

const yieldToPage = () => new Promise((resolve) => setTimeout(resolve))
