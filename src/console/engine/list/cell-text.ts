/** Text of a cell, for exports, confirmation questions and accessible names. */
import { isPresent, plainText } from '#console/engine/fields/field-type.ts'
import { getFieldTypeUi } from '#console/engine/fields/field-types.ts'
import { t, messageOf } from '#console/refine/i18n.ts'
import { valueAt } from '#console/engine/build-fields.ts'
import type { MessageKeys, Column, Field, ListPage } from '#console/engine/page-model.ts'
import type { GetLookupData, Row } from '#console/engine/resource.ts'

export function columnText(
  { cell, fields, layout }: Column,
  row: Row,
  getLookupData: GetLookupData,
): string {
  if (cell) return cell.text(row, messageOf, getLookupData)
  const texts = fields.map((field) => fieldText(field, row, getLookupData))
  if (layout === 'pair')
    return texts[0] === texts[1] ? texts[0]! : `${texts[0] || '–'} → ${texts[1] || '–'}`
  return texts.filter(Boolean).join(' / ')
}

export function fieldText(
  { path, fieldType }: Field,
  row: Row,
  getLookupData: GetLookupData,
): string {
  const value = valueAt(row, path)
  return isPresent(value)
    ? getFieldTypeUi(fieldType).text(value, {
        fieldType,
        row,
        lookupData: getLookupData(fieldType),
      })
    : ''
}

/**
 * A column of an exported file. `headingKey` adds the side of a before/after pair or the unit to
 * its heading: a key below `crud.export.columns`.
 */
export type ExportedColumn = {
  readonly label: MessageKeys
  readonly headingKey?: 'before' | 'after' | 'yuan' | 'unit'
  readonly value: (row: Row, getLookupData: GetLookupData) => string | number
}

/**
 * Splits stacked values and before/after pairs into export columns that can be sorted and summed.
 */
export function exportedColumnsOf({
  cell,
  fields,
  layout,
  difference,
  label,
}: Column): ExportedColumn[] {
  if (cell)
    return [{ label, value: (row, getLookupData) => cell.text(row, messageOf, getLookupData) }]
  if (layout === 'stack') return fields.flatMap((field) => exportFieldColumns(field))
  const [before, after] = fields
  if (layout === 'pair' && before && after) {
    const sides = [
      ...exportFieldColumns({ ...before, label }, 'before'),
      ...exportFieldColumns({ ...after, label }, 'after'),
    ]
    return difference ? [...exportFieldColumns(difference), ...sides] : sides
  }
  return fields.flatMap((field) => exportFieldColumns({ ...field, label }))
}

/**
 * Exports a field as its number, with a unit column if the unit varies by row; otherwise as text.
 */
function exportFieldColumns(field: Field, side?: 'before' | 'after'): ExportedColumn[] {
  const { label, fieldType, path } = field
  const { exportValue, exportUnit } = getFieldTypeUi(fieldType)
  if (!exportValue)
    return [
      {
        label,
        ...(side ? { headingKey: side } : {}),
        value: (row, getLookupData) => fieldText(field, row, getLookupData),
      },
    ]
  const valueOf = (row: Row, getLookupData: GetLookupData) => {
    const value = valueAt(row, path)
    return isPresent(value)
      ? exportValue(value, { fieldType, row, lookupData: getLookupData(fieldType) })
      : undefined
  }
  const headingKey = side ?? (exportUnit === 'yuan' ? 'yuan' : undefined)
  const valueColumn: ExportedColumn = {
    label,
    ...(headingKey ? { headingKey } : {}),
    value: (row, getLookupData) => valueOf(row, getLookupData)?.number ?? '',
  }
  if (exportUnit !== 'unit') return [valueColumn]
  const unitText = (row: Row, getLookupData: GetLookupData) => {
    const unitKey = valueOf(row, getLookupData)?.unit
    return unitKey ? t(`crud.export.units.${unitKey}`) : ''
  }
  return [valueColumn, { label, headingKey: 'unit', value: unitText }]
}

/** Name of a row: the text of its first column, or its id. */
export function nameOfRow(
  { columns, id }: Pick<ListPage, 'columns' | 'id'>,
  row: Row,
  getLookupData: GetLookupData,
): string {
  const first = columns[0] && columnText(columns[0], row, getLookupData)
  return first || plainText(id === undefined ? undefined : row[id])
}
