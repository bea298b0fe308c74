/** All endpoints of the operators' console; none of them is part of the customers' API. */
import { approvals } from '#contract/operator/approvals.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { operatorLog } from '#contract/operator/operator-log.ts'
import { operators } from '#contract/operator/operators.ts'
import { operatorSession } from '#contract/operator/session.ts'

export const operatorContract = {
  session: operatorSession,
  operators,
  operatorLog,
  approvals,
} satisfies Record<string, Record<string, Endpoint>>

export type OperatorContract = typeof operatorContract
