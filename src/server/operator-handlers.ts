/** Maps every call of the operators' contract to its handler. */
import type { OperatorContract } from '#contract/operator/contract.ts'
import type { Operator } from '#server/features/operators/service.ts'
import {
  addOperator,
  changeEnabled,
  changePassword,
  getOperator,
  pageLog,
  pageOperators,
  pageRefusedSignIns,
  renewOperator,
  saveOperator,
  signIn,
  signOut,
} from '#server/features/operators/handlers.ts'
import { handlersOfOperatorCollections } from '#server/collections.ts'
import { createApprovalHandlers } from '#server/features/operators/approvals/handlers.ts'
import type { ApprovalRules } from '#server/features/operators/approvals/service.ts'
import {
  askForView,
  endCustomerView,
  getCustomerView,
  openCustomerView,
} from '#server/features/support-views/operator-handlers.ts'
import { allLanguages } from '#server/features/translation/operator-handlers.ts'
import type { HandlerTable } from '#server/http/handler.ts'
import {
  createAnnouncement,
  getAnnouncement,
  pageAnnouncements,
  saveAnnouncement,
  withdraw,
} from '#server/features/notifications/operator-handlers.ts'
import {
  channels,
  packages,
  previewChannel,
  previewPackage,
} from '#server/features/packages/operator-handlers.ts'
import {
  configuration,
  downloads,
  supportContacts,
} from '#server/features/site/operator-handlers.ts'
import {
  assignUnmatched,
  creditUnmatched,
  getCustomerOrder,
  getRefund,
  getUnmatchedPayment,
  pageCustomerOrders,
  pageRefunds,
  pageUnmatched,
  previewAccount,
  previewOrder,
  previewRecord,
  previewSettle,
  returnUnmatched,
  settleRefund,
  checkCustomerPayment,
  recordRefund,
} from '#server/features/orders/operator-handlers.ts'
import { getCustomer } from '#server/customer-details.ts'
import { getToday } from '#server/today.ts'
import {
  adjustAccountBalance,
  endSessions,
  pageCustomers,
  removeTwoFactor,
  reopenCustomer,
  suspendCustomer,
} from '#server/features/accounts/customers/handlers.ts'
import { adjustmentApproval } from '#server/features/accounts/customers/service.ts'
import { settleApproval } from '#server/features/orders/refunds/settle-approval.ts'
import { creditApproval } from '#server/features/orders/unmatched/credit-approval.ts'
import { getDayLeft } from '#server/features/operators/day-limits/service.ts'
import { refundApproval } from '#server/features/orders/refunds/refund-approval.ts'

export type OperatorHandlers = HandlerTable<OperatorContract, Operator>

/** Kinds of requests that a second operator approves. */
const approvalKinds: readonly ApprovalRules[] = [
  adjustmentApproval,
  refundApproval,
  creditApproval,
  settleApproval,
]

export const operatorHandlers: OperatorHandlers = {
  session: { signIn, signOut, get: getOperator, changePassword },
  operators: {
    page: pageOperators,
    create: addOperator,
    edit: saveOperator,
    changeEnabled,
    renewCredentials: renewOperator,
  },
  languages: { list: allLanguages },
  operatorLog: { page: pageLog },
  refusedSignIns: { page: pageRefusedSignIns },
  approvals: createApprovalHandlers(approvalKinds),
  ...handlersOfOperatorCollections,
  packages: { ...packages, preview: previewPackage },
  channels: { ...channels, preview: previewChannel },
  supportContacts,
  downloads,
  configuration,
  announcements: {
    page: pageAnnouncements,
    get: getAnnouncement,
    create: createAnnouncement,
    edit: saveAnnouncement,
    withdraw,
  },
  unmatchedPayments: {
    page: pageUnmatched,
    get: getUnmatchedPayment,
    previewOrder,
    previewAccount,
    assign: assignUnmatched,
    credit: creditUnmatched,
    markReturned: returnUnmatched,
  },
  refunds: {
    page: pageRefunds,
    get: getRefund,
    previewSettle,
    settle: settleRefund,
    previewRecord,
    record: recordRefund,
  },
  dayLimits: { left: getDayLeft },
  today: { get: getToday },
  customerOrders: { page: pageCustomerOrders, get: getCustomerOrder, flush: checkCustomerPayment },
  customers: {
    page: pageCustomers,
    get: getCustomer,
    suspend: suspendCustomer,
    reopen: reopenCustomer,
    endSessions,
    removeTwoFactor,
    adjust: adjustAccountBalance,
  },
  customerViews: {
    get: getCustomerView,
    ask: askForView,
    open: openCustomerView,
    end: endCustomerView,
  },
}
