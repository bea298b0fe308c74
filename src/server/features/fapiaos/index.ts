/** What other features may use of fapiao. */
export { applyRefund } from './apply-refund.ts'
export { readStoredFile, type FapiaoKey } from './files.ts'
export { isInvoiceable, leftCents } from './invoiceable.ts'
export { issueFapiao, refuseFapiao, reverseFapiao } from './issue.ts'
export { fapiaoTopics } from './notify.ts'
export { previewRefundOfFapiao } from './preview-refund.ts'
export { readOrdersOf, type FapiaoChange } from './requests.ts'
export { putBackFapiao, takeFapiao } from './take.ts'
