/** Conditions as resources state them: `{ payStatus: 'W' }`. */
import { valueAt } from '#console/engine/build-fields.ts'
import type { Row } from '#console/engine/resource.ts'

/**
 * Whether a row, or a query, is as a condition wants it: each field equal to the value, or to one
 * of the values.
 */
export function matches(row: Row, when: Row): boolean {
  return Object.entries(when).every(([path, expected]) =>
    (Array.isArray(expected) ? expected : [expected]).includes(valueAt(row, path)),
  )
}
