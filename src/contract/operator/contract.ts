/** All endpoints of the operators' console; none of them is part of the customers' API. */
import { approvals } from '#contract/operator/approvals.ts'
import { callsOf } from '#contract/collections.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { operatorCollections } from '#contract/operator/collections.ts'
import { operatorLog } from '#contract/operator/operator-log.ts'
import { operators } from '#contract/operator/operators.ts'
import { operatorSession } from '#contract/operator/session.ts'
import { customerFapiaos } from '#contract/operator/fapiaos.ts'
import { customerOrders } from '#contract/operator/orders.ts'
import { refusedSignIns } from '#contract/operator/refused-sign-ins.ts'
import { refundRequests } from '#contract/operator/refund-requests.ts'
import { refunds } from '#contract/operator/refunds.ts'
import { unmatchedPayments } from '#contract/operator/unmatched-payments.ts'
import { customers } from '#contract/operator/customers.ts'
import { supportViewRequests } from '#contract/operator/support-views.ts'
import { dayLimits } from '#contract/operator/day-limits.ts'
import { operatorGlobalSearch } from '#contract/operator/global-search.ts'
import { today } from '#contract/operator/today.ts'

export const operatorContract = {
  session: operatorSession,
  operators,
  operatorLog,
  refusedSignIns,
  approvals,
  ...callsOf(operatorCollections),
  unmatchedPayments,
  refunds,
  refundRequests,
  customerOrders,
  customerFapiaos,
  customers,
  globalSearch: operatorGlobalSearch,
  supportViewRequests,
  dayLimits,
  today,
} satisfies Record<string, Record<string, Endpoint>>

export type OperatorContract = typeof operatorContract
