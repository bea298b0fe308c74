/** Payments that match no order: never credited, logged once and stored for the operator. */
import { and, eq } from 'drizzle-orm'
import type { Db } from '#server/platform/db/open.ts'
import { unmatchedPayments } from '#server/schema.ts'
import type { UnmatchedPayment } from '#server/features/orders/payment/table.ts'
import type { Log } from '#server/platform/log.ts'
import type { Payment } from '#server/features/orders/payment/gateway.ts'

export type UnmatchedReason = UnmatchedPayment['reason']

/** An unmatched payment must not be credited later, because the operator may have refunded it. */
export async function isUnmatched(
  db: Db,
  gateway: string,
  { gatewayNo, orderNo }: Payment,
): Promise<boolean> {
  const stored = and(
    eq(unmatchedPayments.gateway, gateway),
    eq(unmatchedPayments.gatewayNo, gatewayNo),
    eq(unmatchedPayments.orderNo, orderNo),
  )
  return (await db.$count(unmatchedPayments, stored)) > 0
}

/** Returns false if it was recorded before. */
export async function recordUnmatchedPayment(
  { db, log }: { db: Db; log: Log },
  gateway: string,
  payment: Payment,
  reason: UnmatchedReason,
  now: Date,
): Promise<boolean> {
  const stored = await db
    .insert(unmatchedPayments)
    .values({ gateway, ...payment, reason, at: now })
    .onConflictDoNothing()
    .returning({ gatewayNo: unmatchedPayments.gatewayNo })
  if (stored.length === 0) return false
  const { orderNo, gatewayNo, amountCents } = payment
  log.error('money came in that fits no order', {
    gateway,
    order: orderNo,
    gatewayNo,
    cents: amountCents,
    reason,
  })
  return true
}
