/** What other features may use of collections. */
export { createTooManyRowsError } from './counters.ts'
export type { RowChange, ScopeRules } from './scopes.ts'
export { addRows, toColumnValues } from './change-rows.ts'
export { deleteRowsOf, storedOf } from './trash.ts'
