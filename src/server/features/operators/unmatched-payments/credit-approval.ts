/** Crediting of unmatched payments: by one operator alone, or once a second one approves it. */
import { sql, type Column, type SQL } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { SecondOperatorReason } from '#contract/operator/day-limits.ts'
import { approvalKind } from '#server/features/operators/approvals/approval-kind.ts'
import { recordChange } from '#server/features/operators/record-change.ts'
import type { Operator } from '#server/features/operators/operator.ts'
import { takeFromDay } from '#server/features/operators/day-limits.ts'
import { creditedTopics, findOrderByNo } from '#server/features/orders/index.ts'
import {
  assignToOrder,
  creditToAccount,
} from '#server/features/operators/unmatched-payments/credit-payment.ts'
import {
  getUnmatched,
  type CreditedPayment,
} from '#server/features/operators/unmatched-payments/unmatched-payment.ts'
import { approvals } from '#server/features/operators/table.ts'
import { unmatchedPayments, type UnmatchedPayment } from '#server/features/orders/table.ts'
import type { Db } from '#server/platform/db/open.ts'

/** What the payment is credited to: an order, or the main account with the id. */
export type CreditTarget = { orderNo: string } | { ownerId: string }
type Credit = { operator: string; note: string; now: Date; approvedBy?: string }

/** Credits the payment and logs it. Throws ApiError with the reason if it can't be credited. */
export async function creditAndRecord(
  tx: Db,
  id: string,
  target: CreditTarget,
  { operator, note, now, approvedBy }: Credit,
): Promise<CreditedPayment> {
  const payment = await getUnmatched(tx, id)
  const isOrder = 'orderNo' in target
  const credited = isOrder
    ? await assignToOrder(tx, payment, target.orderNo, operator, now)
    : await creditToAccount(tx, payment, { ...target, note }, operator, now)
  await recordChange(tx, {
    at: now,
    operator,
    action: `unmatched-payments ${isOrder ? 'assign' : 'credit'}`,
    subject: `payment ${credited.before.gatewayNo}`,
    reason: note || null,
    before: toLogFields(credited.before),
    after: {
      ...toLogFields(credited.after),
      ...credited.entitlement,
      ...(approvedBy !== undefined && { approvedBy }),
    },
  })
  return credited
}

export const toLogFields = ({ id: _, ...row }: UnmatchedPayment) => row

/**
 * Why one operator may not make the credit alone; null if it was counted towards the day's limit. A
 * payment that names no known order has no known payer.
 */
export async function findCreditObjection(
  tx: Db,
  mover: Pick<Operator, 'userId'>,
  { before, ownerId }: CreditedPayment,
  today: { now: Date; zone: string },
): Promise<SecondOperatorReason | null> {
  const named = await findOrderByNo(tx, before.orderNo)
  if (named?.ownerId !== ownerId) return 'otherAccount'
  const isCounted = await takeFromDay(tx, mover, { credits: before.amountCents }, today)
  return isCounted ? null : 'dayLimit'
}

/** Subject of a request to credit a payment. */
export const creditSubject = (gatewayNo: string): string => `payment ${gatewayNo}`

const { kind, state, subject } = approvals

/** Condition on requests to credit a payment with the number that await approval. */
export const isOpenRequest = (gatewayNo: string | Column): SQL =>
  sql`${kind} = 'credit' and ${state} = 'open' and ${subject} = ${typeof gatewayNo === 'string' ? creditSubject(gatewayNo) : sql`${creditSubject('')} || ${gatewayNo}`}`

/** Condition on payments that are not handled and whose credit awaits no approval. */
export const isToHandle: SQL = sql`(${unmatchedPayments.handledAt} is null and not exists (select from ${approvals} where ${isOpenRequest(unmatchedPayments.gatewayNo)}))`

export const creditApproval = approvalKind('credit', {
  request: z.object({
    id: z.string(),
    orderNo: z.optional(z.string()),
    ownerId: z.optional(z.string()),
  }),
  roles: ['finance', 'admin'],
  oncePerSubject: true,
  async execute(tx, { id, orderNo, ownerId = '' }, { operator, approvedBy, reason, now }) {
    const target = orderNo === undefined ? { ownerId } : { orderNo }
    const change = { operator, approvedBy, note: reason, now }
    const credited = await creditAndRecord(tx, id, target, change)
    return { ownerId: credited.ownerId, about: creditedTopics }
  },
})
