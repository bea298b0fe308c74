/** Maps every call of the operators' contract to its handler, mostly by the features' groups. */
import type { OperatorHandlers } from '#server/features/operators/operator.ts'
import type { ApprovalRules } from '#server/features/operators/approvals/approval-kind.ts'
import { unmatchedPaymentHandlers } from '#server/features/operators/unmatched-payments/handlers.ts'
import { customerOrderHandlers } from '#server/features/operators/orders/handlers.ts'
import { refundHandlers } from '#server/features/operators/refunds/handlers.ts'
import { refundRequestHandlers } from '#server/features/operators/refund-requests/handlers.ts'
import { adjustmentApproval } from '#server/features/operators/customers/adjust-customer.ts'
import {
  sessionHandlers,
  operatorAccountHandlers,
  operatorLogHandlers,
  refusedSignInHandlers,
} from '#server/features/operators/handlers.ts'
import { createApprovalHandlers } from '#server/features/operators/approvals/handlers.ts'
import { supportViewRequestHandlers } from '#server/features/operators/support-views/handlers.ts'
import { announcementHandlers } from '#server/features/operators/announcements/handlers.ts'
import { packageHandlers, channelHandlers } from '#server/features/operators/catalogue/handlers.ts'
import {
  configuration,
  downloads,
  supportContacts,
} from '#server/features/operators/site/handlers.ts'
import { findInAllAccounts } from '#server/features/operators/global-search/handlers.ts'
import { getToday } from '#server/features/operators/today/today.ts'
import { customerHandlers } from '#server/features/operators/customers/handlers.ts'
import { settleApproval } from '#server/features/operators/refunds/settle-approval.ts'
import { creditApproval } from '#server/features/operators/unmatched-payments/credit-approval.ts'
import { getDayLeft } from '#server/features/operators/day-limits.ts'
import { customerFapiaoHandlers } from '#server/features/operators/fapiaos/handlers.ts'
import { refundApproval } from '#server/features/operators/refunds/refund-approval.ts'

/** Kinds of requests that a second operator approves. */
const approvalRules: readonly ApprovalRules[] = [
  adjustmentApproval,
  refundApproval,
  creditApproval,
  settleApproval,
]

export const operatorHandlers: OperatorHandlers = {
  session: sessionHandlers,
  operators: operatorAccountHandlers,
  customerFapiaos: customerFapiaoHandlers,
  operatorLog: operatorLogHandlers,
  refusedSignIns: refusedSignInHandlers,
  approvals: createApprovalHandlers(approvalRules),
  packages: packageHandlers,
  channels: channelHandlers,
  supportContacts,
  downloads,
  configuration,
  announcements: announcementHandlers,
  unmatchedPayments: unmatchedPaymentHandlers,
  refundRequests: refundRequestHandlers,
  refunds: refundHandlers,
  dayLimits: { left: getDayLeft },
  today: { get: getToday },
  customerOrders: customerOrderHandlers,
  customers: customerHandlers,
  globalSearch: { find: findInAllAccounts },
  supportViewRequests: supportViewRequestHandlers,
}
