/** What other features may use of the audit log. */
export { deleteOldEntries } from './delete-old-entries.ts'
export { eraseNames } from './erase-names.ts'
export { findPasswordSetter } from './find-password-setter.ts'
export { recordAct } from './record-act.ts'
