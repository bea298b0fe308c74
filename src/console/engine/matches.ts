/** Matching of rows against resource conditions such as `{ payStatus: 'W' }`. */
import { valueAt } from '#console/engine/build-fields.ts'
import type { Row } from '#console/engine/resource.ts'

/** Whether each field of a row or query equals the condition's value or one of its values. */
export function matches(row: Row, when: Row): boolean {
  return Object.entries(when).every(([path, expected]) =>
    (Array.isArray(expected) ? expected : [expected]).includes(valueAt(row, path)),
  )
}
