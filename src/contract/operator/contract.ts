/** All endpoints of the operators' console; none of them is part of the customers' API. */
import type { Endpoint } from '#contract/endpoint.ts'
import { operatorLog } from '#contract/operator/operator-log.ts'
import { customerOrders } from '#contract/operator/orders.ts'
import { operators } from '#contract/operator/operators.ts'
import { refunds } from '#contract/operator/refunds.ts'
import { operatorSession } from '#contract/operator/session.ts'
import { unmatchedPayments } from '#contract/operator/unmatched-payments.ts'

export const operatorContract = {
  session: operatorSession,
  operators,
  operatorLog,
  unmatchedPayments,
  refunds,
  customerOrders,
} satisfies Record<string, Record<string, Endpoint>>

export type OperatorContract = typeof operatorContract
