/** What a table and a list of cards need to show the same rows. */
import type { ReactNode } from 'react'
import type { Column, ListPage } from '#console/engine/page-model.ts'
import type { Row } from '#console/engine/resource.ts'
import type { Found } from '#console/refine/reference-data.ts'
import type { RowButton } from '#console/engine/list/row-actions.tsx'
import type { Selection } from '#console/engine/list/selection.ts'
import type { Actions } from '#console/engine/list/use-actions.ts'
import type { List } from '#console/engine/list/use-list.ts'

export type RowsProps = {
  page: ListPage
  list: List
  /** What the table is called. */
  label: string
  columns: readonly Column[]
  found: Found
  /** The field that a column sorts by; undefined where it can't. */
  sortField: (column: Column) => string | undefined
  selection: Selection
  /** Absent where rows have no buttons. */
  buttonsOf: ((row: Row) => RowButton[]) | undefined
  nameOf: (row: Row) => string
  flip: Actions['flip']
  /** Shown in place of rows when there are none. */
  empty: ReactNode
}
