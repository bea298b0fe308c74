/** Money that fits no order: never credited, kept for the operator, told in the log once. */
import type { Db } from '#server/db/open.ts'
import { strayPayments } from '#server/db/schema.ts'
import type { StrayPayment } from '#server/db/schema/payments.ts'
import type { Log } from '#server/log.ts'
import type { Payment } from '#server/payment/gateway.ts'

export type StrayReason = StrayPayment['reason']

export async function keepStray({ db, log }: { db: Db; log: Log }, gateway: string, payment: Payment, reason: StrayReason, now: Date): Promise<void> {
  const kept = await db
    .insert(strayPayments)
    .values({ gateway, ...payment, reason, at: now })
    .onConflictDoNothing()
    .returning({ gatewayNo: strayPayments.gatewayNo })
  if (kept.length === 0) return
  const { orderNo, gatewayNo, amountCents } = payment
  log.error('money came in that fits no order', { gateway, order: orderNo, gatewayNo, cents: amountCents, reason })
}
