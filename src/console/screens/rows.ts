/** What a table and a list of cards need to show the same rows. */
import type { ReactNode } from 'react'
import type { Column, ListPage } from '#console/resolved.ts'
import type { Row } from '#console/resource.ts'
import type { Found } from '#console/screens/lookups.ts'
import type { RowButton } from '#console/screens/row-actions.tsx'
import type { Selection } from '#console/screens/selection.ts'
import type { Actions } from '#console/screens/use-actions.ts'
import type { List } from '#console/screens/use-list.ts'

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
