/**
 * The rows of a list as cards, where there is no room for a table: the first column on top, the
 * others under one another.
 */
import { t, word } from '#console/refine/i18n.ts'
import { Cell } from '#console/engine/list/cell.tsx'
import { RowActions } from '#console/engine/list/row-actions.tsx'
import type { RowsProps } from '#console/engine/list/rows.ts'
import { ToggleCell } from '#console/engine/list/toggle-cell.tsx'

export function CardList({
  page,
  list,
  label,
  columns: [first, ...rest],
  found,
  selection,
  buttonsOf,
  nameOf,
  flip,
  empty,
}: RowsProps) {
  if (list.loading) {
    return (
      <ul className="card-list" aria-label={label} aria-busy="true">
        {Array.from({ length: 3 }, (_, at) => (
          <li key={at} className="row-card">
            <i className="waiting" />
            <i className="waiting" />
            <i className="waiting" />
          </li>
        ))}
      </ul>
    )
  }
  if (list.rows.length === 0) return empty
  return (
    <ul className="card-list" aria-label={label} aria-busy={list.busy}>
      {list.rows.map((row, at) => (
        <li key={String(page.id ? row[page.id] : at)} className="row-card">
          <header>
            {page.selects && (
              <input
                type="checkbox"
                className="tick"
                aria-label={t('pages.list.select', { name: nameOf(row) })}
                checked={selection.has(row)}
                onChange={({ target }) => selection.pick([row], target.checked)}
              />
            )}
            <strong>{first && <Cell of={first} row={row} found={found} />}</strong>
          </header>
          <dl>
            {rest.map((column) => (
              <div key={column.key}>
                <dt>{word(column.label)}</dt>
                <dd>
                  {column.toggle ? (
                    <ToggleCell
                      column={column}
                      toggle={column.toggle}
                      row={row}
                      name={nameOf(row)}
                      flip={flip}
                    />
                  ) : (
                    <Cell of={column} row={row} found={found} />
                  )}
                </dd>
              </div>
            ))}
          </dl>
          {buttonsOf && <RowActions buttons={buttonsOf(row)} name={nameOf(row)} />}
        </li>
      ))}
    </ul>
  )
}
