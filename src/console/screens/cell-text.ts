/** What a cell says in words: for exported files, for the questions before an action, for screen readers. */
import { isSome, plainText } from '#console/kinds/kind.ts'
import { kindOf } from '#console/kinds/kinds.ts'
import { word } from '#console/providers/i18n.ts'
import { valueAt } from '#console/resolve-fields.ts'
import type { Chain, Column, Field, ListPage } from '#console/resolved.ts'
import type { Row } from '#console/resource.ts'
import type { Found } from '#console/screens/lookups.ts'

export function columnText({ cell, fields, layout }: Column, row: Row, found: Found): string {
  if (cell) return cell.text(row, word, found)
  const texts = fields.map((field) => fieldText(field, row, found))
  if (layout === 'pair') return texts[0] === texts[1] ? texts[0]! : `${texts[0] || '–'} → ${texts[1] || '–'}`
  return texts.filter(Boolean).join(' / ')
}

export function fieldText({ path, means }: Field, row: Row, found: Found): string {
  const value = valueAt(row, path)
  return isSome(value) ? kindOf(means).text(value, { means, row, found: found(means) }) : ''
}

/** A column as an exported file holds it: what is stacked side by side, the difference of a pair apart from it, so that all can be sorted and summed. */
export function exported(column: Column): { readonly label: Chain; readonly text: (row: Row, found: Found) => string }[] {
  const apart = ({ label, ...field }: Field) => ({ label, text: (row: Row, found: Found) => fieldText({ label, ...field }, row, found) })
  if (column.layout === 'stack') return column.fields.map(apart)
  const whole = { label: column.label, text: (row: Row, found: Found) => columnText(column, row, found) }
  return column.by ? [apart(column.by), whole] : [whole]
}

/** What a row is called: the text of its first column. */
export function nameOfRow({ columns, id }: Pick<ListPage, 'columns' | 'id'>, row: Row, found: Found): string {
  const first = columns[0] && columnText(columns[0], row, found)
  return first || plainText(id === undefined ? undefined : row[id])
}
