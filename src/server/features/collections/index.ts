/** What other features may use of collections. */
export { type RowChange, type ScopeRules, createTooManyRowsError, deleteRowsOf } from './service.ts'
