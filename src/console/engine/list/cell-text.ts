/** Text of a cell, for exports, confirmation questions and accessible names. */
import { isSome, plainText } from '#console/engine/fields/field-type.ts'
import { kindOf } from '#console/engine/fields/field-types.ts'
import { t, messageOf } from '#console/refine/i18n.ts'
import { valueAt } from '#console/engine/build-fields.ts'
import type { MessageKeys, Column, Field, ListPage } from '#console/engine/page-model.ts'
import type { Row } from '#console/engine/resource.ts'
import type { Found } from '#console/refine/reference-data.ts'

export function columnText({ cell, fields, layout }: Column, row: Row, found: Found): string {
  if (cell) return cell.text(row, messageOf, found)
  const texts = fields.map((field) => fieldText(field, row, found))
  if (layout === 'pair')
    return texts[0] === texts[1] ? texts[0]! : `${texts[0] || '–'} → ${texts[1] || '–'}`
  return texts.filter(Boolean).join(' / ')
}

export function fieldText({ path, fieldType }: Field, row: Row, found: Found): string {
  const value = valueAt(row, path)
  return isSome(value)
    ? kindOf(fieldType).text(value, { fieldType, row, found: found(fieldType) })
    : ''
}

/**
 * A column of an exported file. `as` names the side of a before/after pair or the unit: a key below
 * `crud.export.columns`.
 */
export type ExportedColumn = {
  readonly label: MessageKeys
  readonly as?: 'before' | 'after' | 'yuan' | 'unit'
  readonly value: (row: Row, found: Found) => string | number
}

/**
 * Splits stacked values and before/after pairs into export columns that can be sorted and summed.
 */
export function exported({ cell, fields, layout, by, label }: Column): ExportedColumn[] {
  if (cell) return [{ label, value: (row, found) => cell.text(row, messageOf, found) }]
  if (layout === 'stack') return fields.flatMap((field) => parts(field))
  const [before, after] = fields
  if (layout === 'pair' && before && after) {
    const sides = [...parts({ ...before, label }, 'before'), ...parts({ ...after, label }, 'after')]
    return by ? [...parts(by), ...sides] : sides
  }
  return fields.flatMap((field) => parts({ ...field, label }))
}

/**
 * Exports a field as its number, with a unit column if the unit varies by row; otherwise as text.
 */
function parts(field: Field, side?: 'before' | 'after'): ExportedColumn[] {
  const { label, fieldType, path } = field
  const { figure, countedIn } = kindOf(fieldType)
  if (!figure)
    return [
      { label, ...(side ? { as: side } : {}), value: (row, found) => fieldText(field, row, found) },
    ]
  const of = (row: Row, found: Found) => {
    const value = valueAt(row, path)
    return isSome(value) ? figure(value, { fieldType, row, found: found(fieldType) }) : undefined
  }
  const as = side ?? (countedIn === 'yuan' ? 'yuan' : undefined)
  const number: ExportedColumn = {
    label,
    ...(as ? { as } : {}),
    value: (row, found) => of(row, found)?.number ?? '',
  }
  if (countedIn !== 'unit') return [number]
  const unit = (row: Row, found: Found) => {
    const counted = of(row, found)?.unit
    return counted ? t(`crud.export.units.${counted}`) : ''
  }
  return [number, { label, as: 'unit', value: unit }]
}

/** Name of a row: the text of its first column, or its id. */
export function nameOfRow(
  { columns, id }: Pick<ListPage, 'columns' | 'id'>,
  row: Row,
  found: Found,
): string {
  const first = columns[0] && columnText(columns[0], row, found)
  return first || plainText(id === undefined ? undefined : row[id])
}
