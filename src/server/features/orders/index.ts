/** What other features may use of orders. */
export {
  type OrderDeps,
  type OrderKey,
  findOrder,
  findOrderByNo,
  listOpenOrders,
  lockOrder,
} from './find-order.ts'
export { closeOpenOrders } from './payment/close-order.ts'
export type { PayChannelCode } from './payment/gateway.ts'
export { pollByUser } from './payment/poll-gateway.ts'
export { scheduleBillClosing } from './payment/poll-schedule.ts'
export {
  type UnmatchedReason,
  creditPayment,
  creditedTopics,
  lockUnmatchedByNumber,
} from './payment/settle-payment.ts'
export { orderFields, readOrderPage } from './queries.ts'
export { type Unit, convertUnit } from './refunds/convert-unit.ts'
export { isRefunded } from './refunds/record-refund.ts'
export {
  applyReturn,
  approveRequest,
  closeBySettlement,
  createReturnEntry,
  endRequest,
  lockAskedRequest,
  lockLiveRequest,
  refundRequestTopics,
  refuseWithLiveRequest,
  reopenRequest,
} from './refunds/refund-requests.ts'
export { readRefundRules, saveRefundRules, toWireRules } from './refunds/refund-rules.ts'
export { countUnsettled, isRecorded } from './refunds/running-refunds.ts'
export { refundSubject } from './table.ts'
export { computeShare } from './refunds/unused-quota.ts'
