/** Maps every call of the operators' contract to its handler. */
import type { OperatorContract } from '#contract/operator/contract.ts'
import type { Operator } from '#server/features/operators/operator.ts'
import type { ApprovalRules } from '#server/features/operators/approvals/approval-kind.ts'
import {
  assignUnmatched,
  creditUnmatched,
  getUnmatchedPayment,
  pageUnmatched,
  previewAccount,
  previewOrder,
  returnUnmatched,
} from '#server/features/operators/unmatched-payments/handlers.ts'
import {
  getCustomerOrder,
  pageCustomerOrders,
  checkCustomerPayment,
} from '#server/features/operators/orders/handlers.ts'
import {
  getRefund,
  pageRefunds,
  previewRecord,
  previewSettle,
  settleRefund,
  recordRefund,
} from '#server/features/operators/refunds/handlers.ts'
import {
  approveRefundRequest,
  reopenRefundRequest,
  changeRefundRules,
  declineRefundRequest,
  getRefundRules,
  pageRefundRequests,
} from '#server/features/operators/refund-requests/handlers.ts'
import { adjustmentApproval } from '#server/features/operators/customers/adjust-customer.ts'
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
import { createApprovalHandlers } from '#server/features/operators/approvals/handlers.ts'
import {
  askForView,
  endSupportView,
  getSupportView,
  openSupportView,
} from '#server/features/operators/support-views/handlers.ts'
import type { HandlerTable } from '#server/http/handler.ts'
import {
  createAnnouncement,
  getAnnouncement,
  pageAnnouncements,
  saveAnnouncement,
  withdraw,
} from '#server/features/operators/announcements/handlers.ts'
import {
  channels,
  packages,
  previewChannel,
  previewPackage,
} from '#server/features/operators/catalogue/handlers.ts'
import {
  configuration,
  downloads,
  supportContacts,
} from '#server/features/operators/site/handlers.ts'
import { getCustomer } from '#server/features/operators/customers/read-customer.ts'
import { findInAllAccounts } from '#server/features/operators/global-search/handlers.ts'
import { getToday } from '#server/features/operators/today/today.ts'
import {
  adjustAccountBalance,
  endSessions,
  pageCustomers,
  removeTwoFactor,
  reopenCustomer,
  suspendCustomer,
  getCustomerUsage,
} from '#server/features/operators/customers/handlers.ts'
import { settleApproval } from '#server/features/operators/refunds/settle-approval.ts'
import { creditApproval } from '#server/features/operators/unmatched-payments/credit-approval.ts'
import { getDayLeft } from '#server/features/operators/day-limits.ts'
import {
  correctCustomerFapiao,
  exchangeCustomerFapiaos,
  downloadCustomerFapiao,
  getCustomerFapiao,
  issueCustomerFapiao,
  pageCustomerFapiaos,
  putBackCustomerFapiao,
  refuseCustomerFapiao,
  reverseCustomerFapiao,
  takeCustomerFapiao,
} from '#server/features/operators/fapiaos/handlers.ts'
import { refundApproval } from '#server/features/operators/refunds/refund-approval.ts'

export type OperatorHandlers = HandlerTable<OperatorContract, Operator>

/** Kinds of requests that a second operator approves. */
const approvalRules: readonly ApprovalRules[] = [
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
  customerFapiaos: {
    page: pageCustomerFapiaos,
    get: getCustomerFapiao,
    take: takeCustomerFapiao,
    putBack: putBackCustomerFapiao,
    issue: issueCustomerFapiao,
    refuse: refuseCustomerFapiao,
    reverse: reverseCustomerFapiao,
    correct: correctCustomerFapiao,
    exchange: exchangeCustomerFapiaos,
    download: downloadCustomerFapiao,
  },
  operatorLog: { page: pageLog },
  refusedSignIns: { page: pageRefusedSignIns },
  approvals: createApprovalHandlers(approvalRules),
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
  refundRequests: {
    page: pageRefundRequests,
    approve: approveRefundRequest,
    reopen: reopenRefundRequest,
    decline: declineRefundRequest,
    rules: getRefundRules,
    saveRules: changeRefundRules,
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
    usage: getCustomerUsage,
    suspend: suspendCustomer,
    reopen: reopenCustomer,
    endSessions,
    removeTwoFactor,
    adjust: adjustAccountBalance,
  },
  globalSearch: { find: findInAllAccounts },
  supportViewRequests: {
    get: getSupportView,
    ask: askForView,
    open: openSupportView,
    end: endSupportView,
  },
}
