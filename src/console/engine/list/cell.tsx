/** One value of a row, as a table or a card renders it. */
import { isSome } from '#console/engine/fields/field-type.ts'
import { kindOf } from '#console/engine/fields/field-types.ts'
import { t, messageOf } from '#console/refine/i18n.ts'
import { valueAt, matches } from '#console/engine/build-fields.ts'
import type { Column, Field, Toggle } from '#console/engine/page-model.ts'
import type { Row } from '#console/engine/resource.ts'
import { fieldText } from '#console/engine/list/cell-text.ts'
import type { Found } from '#console/refine/reference-data.ts'
import { CopyButton } from '#console/ui/copy-button.tsx'
import './cell.css'
import { type ReactNode, useState, useId } from 'react'
import './pair-cell.css'
import { Switch } from '#console/engine/fields/switch.tsx'
import type { Actions } from '#console/engine/list/use-actions.ts'

type CellProps<T> = { of: T; row: Row; found: Found }

/** One value of a row, as a table or a card renders it. */
export function Cell({ of, row, found }: CellProps<Column>) {
  if (!of.stacked) return <ColumnValue of={of} row={row} found={found} />
  return (
    <span className="stack-cell">
      <span>
        <ColumnValue of={of} row={row} found={found} />
      </span>
      {of.stacked.map((column) => (
        <span key={column.key}>
          <ColumnValue of={column} row={row} found={found} />
        </span>
      ))}
    </span>
  )
}

function ColumnValue({
  of: { cell, Cell: Drawn = cell?.Cell, fields, layout, by, label, copy },
  row,
  found,
}: CellProps<Column>) {
  if (Drawn) return <Drawn row={row} found={found} />
  const [before, after] = fields
  if (layout === 'pair' && before && after) {
    const [was, is] = [valueAt(row, before.path), valueAt(row, after.path)]
    if (!isSome(was) && !isSome(is)) return <NoValue />
    const draw = (field: Field) => <Value of={field} row={row} found={found} />
    return (
      <PairCell
        before={draw(before)}
        after={draw(after)}
        same={was === is}
        by={difference(by, row, found)}
      />
    )
  }
  if (layout === 'stack') {
    return (
      <span className="stack-cell">
        {fields.map((field) => (
          <span key={field.path}>
            <Value of={field} row={row} found={found} />
          </span>
        ))}
      </span>
    )
  }
  if (!before) return <NoValue />
  const value = <Value of={before} row={row} found={found} />
  const text = copy ? fieldText(before, row, found) : ''
  if (!text) return value
  return (
    <span className="copied-cell">
      <span title={text}>{value}</span>
      <CopyButton text={text} what={messageOf(label)} />
    </span>
  )
}

export function Value({ of: { path, fieldType }, row, found }: CellProps<Field>) {
  const value = valueAt(row, path)
  if (!isSome(value)) return <NoValue />
  const kind = kindOf(fieldType)
  const context = { fieldType, row, found: found(fieldType) }
  return kind.Cell ? <kind.Cell value={value} {...context} /> : kind.text(value, context)
}

const NoValue = () => (
  <span className="nothing">
    <span aria-hidden="true">–</span>
    <span className="visually-hidden">{t('crud.list.none')}</span>
  </span>
)

type PairCellProps = { before: ReactNode; after: ReactNode; same: boolean; by: string | undefined }

/** Shows a single value if nothing changed. */
function PairCell({ before, after, same, by }: PairCellProps) {
  if (same) return <span className="pair-cell">{after}</span>
  return (
    <span className="pair-cell">
      {by !== undefined && <b>{by}</b>}
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
export function difference(by: Field | undefined, row: Row, found: Found): string | undefined {
  const value = by && valueAt(row, by.path)
  if (!by || typeof value !== 'number' || value === 0) return undefined
  const size = kindOf(by.fieldType).text(Math.abs(value), {
    fieldType: by.fieldType,
    row,
    found: found(by.fieldType),
  })
  return `${value > 0 ? '+' : '−'}${size}`
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
  const on = (optimistic ?? valueAt(row, toggle.field)) === 1
  const isOffered = matches(row, toggle.when)
  const reasonId = useId()
  const change = async (to: 0 | 1) => {
    await toggleFlag(toggle, row, to, () => setOptimistic(to))
    setOptimistic(undefined)
  }
  const control = {
    on,
    'aria-label': t('crud.list.actionOf', { action: messageOf(column.label), name }),
    onSwitch: (to: 0 | 1) => void change(to),
  }
  if (!isOffered)
    return (
      <span className="disabled-switch">
        <Switch {...control} disabled aria-describedby={reasonId} />
        <small id={reasonId}>{messageOf(toggle.disabled)}</small>
      </span>
    )
  return (
    <Switch
      {...control}
      disabled={optimistic !== undefined}
      title={messageOf(toggle.messages(on ? 0 : 1).action)}
    />
  )
}
