/** Refunds: requested by one operator, approved by an operator of another role. */
import * as z from 'zod/mini'
import { approvalKind } from '#server/features/operators/approvals/approval-kind.ts'
import { recordChange } from '#server/features/operators/record-change.ts'
import { fapiaoTopics } from '#server/features/fapiaos/index.ts'
import { refundRequestTopics } from '#server/features/orders/index.ts'
import { recordRefundByOperator } from '#server/features/operators/refunds/operator-refunds.ts'

/** Topics of open pages of the owner that a settled refund changes. */
export const refundTopics = [...new Set([...refundRequestTopics, ...fapiaoTopics])]

export const refundApproval = approvalKind('refund', {
  request: z.object({
    orderNo: z.string(),
    amountCents: z.int(),
    refundNo: z.string(),
    /** The owner's request that it answers. */
    requestId: z.optional(z.string()),
  }),
  roles: ['finance', 'admin'],
  requiresOtherRole: true,
  async execute(tx, request, { operator, approvedBy, reason, now, publicUrl }) {
    const settler = { operator, publicUrl }
    const { row, order } = await recordRefundByOperator(tx, request, settler, now)
    await recordChange(tx, {
      at: now,
      operator,
      action: 'refunds record',
      subject: `refund ${row.id}`,
      reason,
      after: { ...row, approvedBy },
    })
    return { ownerId: order.ownerId, about: refundTopics }
  },
})
