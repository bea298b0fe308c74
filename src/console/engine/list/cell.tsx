/** One value of a row, as a table or a card renders it. */
import { isSome } from '#console/engine/fields/field-type.ts'
import { kindOf } from '#console/engine/fields/field-types.ts'
import { t, word } from '#console/refine/i18n.ts'
import { valueAt } from '#console/engine/build-fields.ts'
import type { Column, Field } from '#console/engine/page-model.ts'
import type { Row } from '#console/engine/resource.ts'
import { fieldText } from '#console/engine/list/cell-text.ts'
import type { Found } from '#console/refine/reference-data.ts'
import { difference, PairCell } from '#console/engine/list/pair-cell.tsx'
import { CopyButton } from '#console/ui/copy-button.tsx'
import '#console/engine/list/cell.css'

type Props<T> = { of: T; row: Row; found: Found }

export function Cell({ of, row, found }: Props<Column>) {
  if (!of.stacked) return <Own of={of} row={row} found={found} />
  return (
    <span className="stack-cell">
      <span>
        <Own of={of} row={row} found={found} />
      </span>
      {of.stacked.map((column) => (
        <span key={column.key}>
          <Own of={column} row={row} found={found} />
        </span>
      ))}
    </span>
  )
}

function Own({
  of: { cell, Cell: Drawn = cell?.Cell, fields, layout, by, label, copy },
  row,
  found,
}: Props<Column>) {
  if (Drawn) return <Drawn row={row} found={found} />
  const [before, after] = fields
  if (layout === 'pair' && before && after) {
    const [was, is] = [valueAt(row, before.path), valueAt(row, after.path)]
    if (!isSome(was) && !isSome(is)) return <Nothing />
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
  if (!before) return <Nothing />
  const value = <Value of={before} row={row} found={found} />
  const text = copy ? fieldText(before, row, found) : ''
  if (!text) return value
  return (
    <span className="copied-cell">
      <span title={text}>{value}</span>
      <CopyButton text={text} what={word(label)} />
    </span>
  )
}

export function Value({ of: { path, means }, row, found }: Props<Field>) {
  const value = valueAt(row, path)
  if (!isSome(value)) return <Nothing />
  const kind = kindOf(means)
  const context = { means, row, found: found(means) }
  return kind.Cell ? <kind.Cell value={value} {...context} /> : kind.text(value, context)
}

const Nothing = () => (
  <span className="nothing">
    <span aria-hidden="true">–</span>
    <span className="unseen">{t('pages.list.none')}</span>
  </span>
)
