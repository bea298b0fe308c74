/** What other features may use of documents. */
export { requireQuota } from './add-document.ts'
export { addProgramDocument, findEarlierUpload } from './add-program-document.ts'
export { findProgramDocument } from './find-program-document.ts'
export { readResult } from './handlers.ts'
export { acceptFile } from './read-document.ts'
