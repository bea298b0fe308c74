/**
 * The columns of a table that has little room: some stand beneath others, so that nothing goes out
 * of sight.
 */
import type { Column } from '#console/engine/page-model.ts'

/** A column whose place is not shown keeps one of its own. */
export function stackColumns(columns: readonly Column[]): readonly Column[] {
  const placed = (column: Column) => columns.some(({ key }) => key === column.stackUnder)
  return columns
    .filter((column) => !placed(column))
    .map((column) => {
      const below = columns.filter(({ stackUnder }) => stackUnder === column.key)
      return below.length > 0 ? { ...column, stacked: below } : column
    })
}
