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
  renewOperator,
  saveOperator,
  signIn,
  signOut,
} from '#server/features/operators/handlers.ts'
import {
  assignUnmatched,
  creditUnmatched,
  getCustomerOrder,
  getRefund,
  getUnmatched,
  pageCustomerOrders,
  pageRefunds,
  pageUnmatched,
  previewAccount,
  previewOrder,
  previewRecord,
  previewSettle,
  returnUnmatched,
  settleRefund,
} from '#server/features/orders/operator-handlers.ts'
import type { HandlersOf } from '#server/http/handler.ts'

export type OperatorHandlers = HandlersOf<OperatorContract, Operator>

export const operatorHandlers: OperatorHandlers = {
  session: { signIn, signOut, get: getOperator, changePassword },
  operators: {
    page: pageOperators,
    create: addOperator,
    edit: saveOperator,
    changeEnabled,
    renewCredentials: renewOperator,
  },
  operatorLog: { page: pageLog },
  unmatchedPayments: {
    page: pageUnmatched,
    get: getUnmatched,
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
  },
  customerOrders: { page: pageCustomerOrders, get: getCustomerOrder },
}
