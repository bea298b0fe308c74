/** What other features may use of collections. */
export { countAdded, createTooManyRowsError, lockCounter } from './counters.ts'
export { handlingOrder, isToHandle, minSearchedPart, searchedTexts } from './fapiao-indexes.ts'
export { deleteInBatches, deleteOldRows } from './delete-old-rows.ts'
export { storedOf } from './table.ts'
export { lockUser, type ScopeRules } from './scopes.ts'
export { addRows, deleteRows, editRow, insertRows, toColumnValues } from './change-rows.ts'
export { deleteRowsOf } from './delete-rows-of.ts'
