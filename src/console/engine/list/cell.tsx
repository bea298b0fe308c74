/** Cells of a list, in its table and its cards: values, before/after pairs and switches. */
import { isPresent } from '#console/engine/fields/field-type.ts'
import { getFieldTypeUi } from '#console/engine/fields/field-types.ts'
import { t, messageOf } from '#console/refine/i18n.ts'
import { valueAt, matches } from '#console/engine/build-fields.ts'
import type { Column, Field, Toggle } from '#console/engine/page-model.ts'
import type { GetLookupData, Row } from '#console/engine/resource.ts'
import { fieldText } from '#console/engine/list/cell-text.ts'
import { EditableCell } from '#console/engine/list/editable-cell.tsx'
import type { SaveCell } from '#console/engine/list/save-cell.ts'
import { CopyButton } from '#console/ui/copy-button.tsx'
import './cell.css'
import { type ReactNode, useState, useId } from 'react'
import './pair-cell.css'
import { Switch } from '#console/engine/fields/switch.tsx'
import type { Actions } from '#console/engine/list/use-actions.ts'

type CellProps = {
  column: Column
  row: Row
  getLookupData: GetLookupData
  /** For cells that can be edited: the name of the row, and what saves a value. */
  editing: { name: string; saveCell: SaveCell }
}

/** The value of a column and, in narrow tables, of the columns stacked under it. */
export function Cell({ column, ...props }: CellProps) {
  if (!column.stacked) return <ColumnCell column={column} {...props} />
  return (
    <span className="stack-cell lines">
      {[column, ...column.stacked].map((line) => (
        <span key={line.key}>
          <ColumnCell column={line} {...props} />
        </span>
      ))}
    </span>
  )
}

function ColumnCell({ editing, ...props }: CellProps) {
  const { column, row, getLookupData } = props
  const value = <ColumnValue {...props} />
  return column.edit && matches(row, column.edit.when) ? (
    <EditableCell edit={column.edit} row={row} getLookupData={getLookupData} {...editing}>
      {value}
    </EditableCell>
  ) : (
    value
  )
}

function ColumnValue({
  column: { cell, Cell: CustomCell = cell?.Cell, fields, layout, difference, label, copy, cut },
  row,
  getLookupData,
}: Omit<CellProps, 'editing'>) {
  if (CustomCell) return <CustomCell row={row} getLookupData={getLookupData} />
  const [before, after] = fields
  if (layout === 'pair' && before && after) {
    const [oldValue, newValue] = [valueAt(row, before.path), valueAt(row, after.path)]
    if (!isPresent(oldValue) && !isPresent(newValue)) return <NoValue />
    return (
      <PairCell
        before={<Value field={before} row={row} getLookupData={getLookupData} />}
        after={<Value field={after} row={row} getLookupData={getLookupData} />}
        isUnchanged={oldValue === newValue}
        difference={differenceText(difference, row, getLookupData)}
      />
    )
  }
  if (layout === 'stack') {
    // A name that is the same in both languages is shown once; a number says something each time.
    const firstText = before && fieldText(before, row, getLookupData)
    const isShown = (field: Field) =>
      field === before ||
      getFieldTypeUi(field.fieldType).numeric ||
      fieldText(field, row, getLookupData) !== firstText
    return (
      <span className="stack-cell">
        {fields.filter(isShown).map((field) => (
          <span key={field.path}>
            <Value field={field} row={row} getLookupData={getLookupData} />
          </span>
        ))}
      </span>
    )
  }
  if (!before) return <NoValue />
  const value = <Value field={before} row={row} getLookupData={getLookupData} />
  const text = copy ? fieldText(before, row, getLookupData) : ''
  if (!text) return value
  return (
    <span className="copied-cell" data-cut={cut}>
      <span>{cut ? <bdi dir="ltr">{value}</bdi> : value}</span>
      <CopyButton text={text} name={messageOf(label)} />
    </span>
  )
}

/** Value of one field. */
export function Value({
  field: { path, fieldType },
  row,
  getLookupData,
}: Pick<CellProps, 'row' | 'getLookupData'> & { field: Field }) {
  const value = valueAt(row, path)
  if (!isPresent(value)) return <NoValue />
  const { Cell: FieldCell, text } = getFieldTypeUi(fieldType)
  const context = { fieldType, row, lookupData: getLookupData(fieldType) }
  return FieldCell ? <FieldCell value={value} {...context} /> : text(value, context)
}

const NoValue = () => (
  <span className="no-value">
    <span aria-hidden="true">–</span>
    <span className="visually-hidden">{t('crud.list.none')}</span>
  </span>
)

type PairCellProps = {
  before: ReactNode
  after: ReactNode
  isUnchanged: boolean
  difference: string | undefined
}

/** Shows a single value if nothing changed. */
function PairCell({ before, after, isUnchanged, difference }: PairCellProps) {
  if (isUnchanged) return <span className="pair-cell">{after}</span>
  return (
    <span className="pair-cell">
      {difference !== undefined && <b>{difference}</b>}
      <span>
        {before}
        {'\u00a0'}
        <span aria-hidden="true">→</span>
        <span className="visually-hidden">{t('crud.list.became')}</span> {after}
      </span>
    </span>
  )
}

/** Signed difference; undefined if it is zero or the column has none. */
export function differenceText(
  field: Field | undefined,
  row: Row,
  getLookupData: GetLookupData,
): string | undefined {
  const value = field && valueAt(row, field.path)
  if (!field || typeof value !== 'number' || value === 0) return undefined
  const text = getFieldTypeUi(field.fieldType).text(value, {
    fieldType: field.fieldType,
    row,
    lookupData: getLookupData(field.fieldType),
  })
  return value > 0 ? `+${text}` : text
}

type ToggleCellProps = {
  column: Column
  toggle: Toggle
  row: Row
  name: string
  toggleFlag: Actions['toggleFlag']
}

/**
 * Switch for a boolean field, with an optimistic update that is reverted on failure; disabled with
 * the reason where the row does not allow it.
 */
export function ToggleCell({ column, toggle, row, name, toggleFlag }: ToggleCellProps) {
  const [optimistic, setOptimistic] = useState<0 | 1>()
  const isOn = (optimistic ?? valueAt(row, toggle.field)) === 1
  const isEnabled = matches(row, toggle.when)
  const reasonId = useId()
  const change = async (flag: 0 | 1) => {
    await toggleFlag(toggle, row, flag, () => setOptimistic(flag))
    setOptimistic(undefined)
  }
  const control = {
    isOn,
    'aria-label': t('crud.list.actionOf', { action: messageOf(column.label), name }),
    onSwitch: (flag: 0 | 1) => void change(flag),
  }
  if (!isEnabled)
    return (
      <span className="disabled-switch" title={messageOf(toggle.disabledReason)}>
        <Switch {...control} disabled aria-describedby={reasonId} />
        <small id={reasonId}>{messageOf(toggle.disabledReason)}</small>
      </span>
    )
  return (
    <Switch
      {...control}
      isBusy={optimistic !== undefined}
      title={messageOf(toggle.messages(isOn ? 0 : 1).action)}
    />
  )
}
