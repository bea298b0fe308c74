/** What other features may use of documents. */
export { addDocument, requireQuota } from './add-document.ts'
export { findProgramDocument } from './find-program-document.ts'
export { readResult } from './handlers.ts'
export { acceptFile } from './read-document.ts'
