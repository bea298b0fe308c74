/** Stacks columns in narrow tables so that none overflows. */
import type { Column } from '#console/engine/page-model.ts'

/** A column stays unstacked if the column to stack it under is hidden. */
export function stackColumns(columns: readonly Column[]): readonly Column[] {
  const placed = (column: Column) => columns.some(({ key }) => key === column.stackUnder)
  return columns
    .filter((column) => !placed(column))
    .map((column) => {
      const below = columns.filter(({ stackUnder }) => stackUnder === column.key)
      return below.length > 0 ? { ...column, stacked: below } : column
    })
}
