/** Settling of refunds by operators: by one alone, or once a second one approves it. */
import { sql, type SQL } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { SecondOperatorReason } from '#contract/operator/day-limits.ts'
import { approvalKind } from '#server/features/operators/approvals/approval-kind.ts'
import { recordChange } from '#server/features/operators/record-change.ts'
import type { Operator } from '#server/features/operators/operator.ts'
import { takeFromDay } from '#server/features/operators/day-limits.ts'
import {
  settleRefundByOperator,
  type SettledByOperator,
} from '#server/features/operators/refunds/operator-refunds.ts'
import { refundTopics } from '#server/features/operators/refunds/refund-approval.ts'
import { approvals } from '#server/features/operators/table.ts'
import { refunds } from '#server/features/orders/table.ts'
import type { Db } from '#server/platform/db/open.ts'

type Settlement = { amountCents: number | undefined; waive: boolean }
type Change = {
  operator: string
  note: string | null
  now: Date
  approvedBy?: string
  publicUrl: string | undefined
}

/** Settles the refund and logs it. Throws ApiError with the reason if it can't be settled. */
export async function settleAndRecord(
  tx: Db,
  id: string,
  settlement: Settlement,
  { operator, note, now, approvedBy, publicUrl }: Change,
): Promise<SettledByOperator> {
  const settled = await settleRefundByOperator(tx, id, { ...settlement, operator, publicUrl }, now)
  const { before, after } = settled
  await recordChange(tx, {
    at: now,
    operator,
    action: 'refunds settle',
    subject: settleSubject(before.id),
    reason: note,
    before,
    after: { ...after, ...(approvedBy !== undefined && { approvedBy }) },
  })
  return settled
}

/**
 * Why one operator may not settle the refund alone; null if it was counted towards the day's limit.
 * What is still owed of a settled refund counts again only if it is waived.
 */
export async function findSettlementObjection(
  tx: Db,
  mover: Pick<Operator, 'userId'>,
  { before, after, settled }: SettledByOperator,
  today: { now: Date; zone: string },
): Promise<SecondOperatorReason | null> {
  const isCountedAlready = before.settledAt !== null && after.waived === before.waived
  if (!settled || isCountedAlready) return null
  return (await takeFromDay(tx, mover, { refunds: after.amountCents }, today)) ? null : 'dayLimit'
}

/** Subject of a request to settle a refund. */
export const settleSubject = (id: number | string): string => `refund ${id}`

/** Condition on refunds that are not settled and whose settlement awaits no approval. */
export const isToSettle: SQL = sql`(${refunds.state} in ('open', 'owed') and not exists (select from ${approvals}
  where ${approvals.kind} = 'settle' and ${approvals.state} = 'open' and ${approvals.subject} = ${settleSubject('')} || ${refunds.id}))`

export const settleApproval = approvalKind('settle', {
  request: z.object({ id: z.string(), amountCents: z.optional(z.int()), waive: z.boolean() }),
  roles: ['finance', 'admin'],
  oncePerSubject: true,
  async execute(tx, { id, amountCents, waive }, { reason, ...approved }) {
    const change = { ...approved, note: reason }
    const { settled } = await settleAndRecord(tx, id, { amountCents, waive }, change)
    return settled && { ownerId: settled.order.ownerId, about: refundTopics }
  },
})
