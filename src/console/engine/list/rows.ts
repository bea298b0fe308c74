/** Props shared by the table and the card list. */
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
  /** Accessible name of the table. */
  label: string
  columns: readonly Column[]
  found: Found
  /** Sort field of a column; undefined if it is not sortable. */
  sortField: (column: Column) => string | undefined
  selection: Selection
  /** Undefined if rows have no buttons. */
  buttonsOf: ((row: Row) => RowButton[]) | undefined
  nameOf: (row: Row) => string
  flip: Actions['flip']
  /** Shown if there are no rows. */
  empty: ReactNode
}
