/** Props shared by the table and the card list, and the selection of rows. */
import { type ReactNode, useCallback, useMemo, useState } from 'react'
import type { Column, ListPage } from '#console/engine/page-model.ts'
import type { GetLookupData, Row } from '#console/engine/resource.ts'
import type { RowButton } from '#console/engine/list/row-actions.tsx'
import type { Actions } from '#console/engine/list/use-actions.ts'
import type { SaveCell } from '#console/engine/list/save-cell.ts'
import type { TableWidths } from '#console/engine/list/table-widths.ts'
import type { List } from '#console/engine/list/use-list.ts'

/** Props shared by the table and the card list. */
export type RowsProps = {
  page: ListPage
  list: List
  /** Accessible name of the table. */
  label: string
  /** Whether the rows of the table are taller than usual. */
  isTall: boolean
  /** Widths of the table's columns. */
  widths: TableWidths
  columns: readonly Column[]
  getLookupData: GetLookupData
  /** Sort field of a column; undefined if it is not sortable. */
  sortFieldOf: (column: Column) => string | undefined
  selection: Selection
  /** Undefined if rows have no buttons. */
  buttonsOf: ((row: Row) => RowButton[]) | undefined
  /** How many buttons of a row are shown as words. */
  shownActions: number
  nameOf: (row: Row) => string
  toggleFlag: Actions['toggleFlag']
  saveCell: SaveCell
  /** Shown if there are no rows. */
  empty: ReactNode
}

/** Bulk selection across pages, keyed by row id and refreshed when rows are shown again. */
export type Selection = {
  readonly rows: readonly Row[]
  readonly has: (row: Row) => boolean
  readonly setSelected: (rows: readonly Row[], isSelected: boolean) => void
  readonly clear: () => void
}

/**
 * `scope` identifies the filtered list; a different scope clears the selection, so that no hidden
 * row is affected.
 */
export function useSelection(
  id: string | undefined,
  scope: string,
  shown: readonly Row[],
): Selection {
  const [stored, setStored] = useState({ scope, rows: new Map<unknown, Row>() })
  const selected = stored.scope === scope ? stored.rows : noRows
  const idOf = useCallback((row: Row) => row[id ?? ''], [id])
  const rows = useMemo(() => {
    const shownById = new Map(shown.map((row) => [idOf(row), row]))
    return [...selected].map(([rowId, row]) => shownById.get(rowId) ?? row)
  }, [selected, shown, idOf])
  return {
    rows,
    has: (row) => selected.has(idOf(row)),
    setSelected: (changedRows, isSelected) =>
      // From the latest selection: another change may not be rendered yet.
      setStored((latest) => {
        const next = new Map(latest.scope === scope ? latest.rows : noRows)
        for (const row of changedRows) {
          if (isSelected) next.set(idOf(row), row)
          else next.delete(idOf(row))
        }
        return { scope, rows: next }
      }),
    clear: () => setStored({ scope, rows: noRows }),
  }
}

const noRows: Map<unknown, Row> = new Map()
