/** What other features may use of orders. */
export type { PayChannelCode } from './payment/gateway.ts'
export { closeOpenOrders, pollByUser } from './payment/service.ts'
export { creditedTopics } from './payment/settle-payment.ts'
export { orderFields, readOrderPage } from './queries.ts'
export { type SettledRefund, lockRefund, settleRefund } from './refunds/settle-refund.ts'
export {
  type OrderDeps,
  type OrderKey,
  createRefusal,
  findOrder,
  findOrderByNo,
  listOpenOrders,
  lockOrder,
} from './service.ts'
export {
  type CreditedPayment,
  assignToOrder,
  creditToAccount,
  getUnmatched,
  isCreditable,
  markReturned,
} from './unmatched/service.ts'
