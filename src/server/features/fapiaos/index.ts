/** What other features may use of fapiao. */
export { applyRefund } from './apply-refund.ts'
export { readStoredFile, type FapiaoKey } from './files.ts'
export { isInvoiceable } from './invoiceable.ts'
export { issueFapiao, refuseFapiao, reverseFapiao, type FapiaoChange } from './issue.ts'
export { fapiaoTopics } from './notify.ts'
export { readOrdersOf } from './requests.ts'
