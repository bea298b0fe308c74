/** Handlers of requests for approval, made for the registered kinds. */
import type { approvals as calls } from '#contract/operator/approvals.ts'
import { readApprovalPage } from '#server/features/operators/approvals/queries.ts'
import {
  approveRequest,
  refuseRequest,
} from '#server/features/operators/approvals/decide-request.ts'
import type { ApprovalRules } from '#server/features/operators/approvals/approval-kind.ts'
import type { Operator } from '#server/features/operators/operator.ts'
import type { HandlerTable } from '#server/http/handler.ts'

export const createApprovalHandlers = (
  kinds: readonly ApprovalRules[],
): HandlerTable<{ approvals: typeof calls }, Operator>['approvals'] => ({
  page: (query, { db, me, settings, clock }) =>
    readApprovalPage(db, kinds, query, me, settings.timeZone, clock()),

  approve: async (decision, { db, me, clock, settings, events, afterCommit }) => {
    const context = { now: clock(), publicUrl: settings.publicUrl }
    const changed = await approveRequest(db, kinds, decision, me, context)
    if (changed) afterCommit(() => events.publish(changed))
    return null
  },

  refuse: async (decision, { db, me, clock }) => {
    await refuseRequest(db, kinds, decision, me, clock())
    return null
  },
})
