/**
 * The columns of a table that has little room: some stand beneath others, so that nothing goes out
 * of sight.
 */
import type { Column } from '#console/engine/page-model.ts'

/** A column whose place is not shown keeps one of its own. */
export function folded(columns: readonly Column[]): readonly Column[] {
  const placed = (column: Column) => columns.some(({ key }) => key === column.under)
  return columns
    .filter((column) => !placed(column))
    .map((column) => {
      const below = columns.filter(({ under }) => under === column.key)
      return below.length > 0 ? { ...column, below } : column
    })
}
