/** Finds, locks and closes a payment that matches no order. */
import { eq } from 'drizzle-orm'
import type { Db } from '#server/platform/db/open.ts'
import { isId } from '#server/platform/db/columns.ts'
import { onlyRow } from '#server/platform/db/db.ts'
import {
  unmatchedPayments,
  type Order,
  type UnmatchedPayment,
} from '#server/features/orders/table.ts'
import type { LockedAccounts } from '#server/features/ledger/index.ts'
import {
  currentEntitlement,
  type Entitlement,
  toEntitlement,
  readMainMembership,
} from '#server/features/packages/index.ts'
import { lockUnmatchedByNumber } from '#server/features/orders/index.ts'
import { createRefusal } from '#server/features/operators/order-refusal.ts'
import { ApiError } from '#server/http/errors.ts'

export type HandledPayment = { before: UnmatchedPayment; after: UnmatchedPayment }
/** `order`: the credited order; undefined for an adjustment. */
export type CreditedPayment = HandledPayment & {
  ownerId: string
  order: Order | undefined
  entitlement: { before: Entitlement; after: Entitlement }
}

/** Throws ApiError `notFound`. */
export async function getUnmatched(db: Db, id: string): Promise<UnmatchedPayment> {
  const [found] = isId(id)
    ? await db
        .select()
        .from(unmatchedPayments)
        .where(eq(unmatchedPayments.id, Number(id)))
    : []
  if (!found) throw new ApiError('notFound')
  return found
}

/** Marks the payment as returned at the payment platform. Changes no balance. */
export async function markReturned(
  tx: Db,
  unlockedRow: UnmatchedPayment,
  reference: string,
  operator: string,
  now: Date,
): Promise<HandledPayment> {
  const before = await lockUnhandledPayment(tx, unlockedRow)
  const handled = { outcome: 'returned', handling: reference } as const
  return { before, after: await markHandled(tx, before, operator, now, handled) }
}

/**
 * Locks all payments with the number of this one. Lock accounts and orders first, as refunds do.
 * Throws ApiError `paymentHandled` with who handled it.
 */
export async function lockUnhandledPayment(
  tx: Db,
  { id, gateway, gatewayNo }: UnmatchedPayment,
): Promise<UnmatchedPayment> {
  const rows = await lockUnmatchedByNumber(tx, gateway, gatewayNo)
  const payment = onlyRow(rows.filter((row) => row.id === id))
  if (payment.handledAt)
    throw createRefusal('paymentHandled', {
      payment: gatewayNo,
      operator: payment.handledBy ?? '',
      note: payment.handling ?? '',
    })
  return payment
}

type Handling = Pick<UnmatchedPayment, 'outcome' | 'handling'> &
  Partial<Pick<UnmatchedPayment, 'creditedOwnerId' | 'creditedOrderId'>>

export async function markHandled(
  tx: Db,
  { id }: UnmatchedPayment,
  operator: string,
  now: Date,
  handling: Handling,
): Promise<UnmatchedPayment> {
  const rows = await tx
    .update(unmatchedPayments)
    .set({ handledAt: now, handledBy: operator, ...handling })
    .where(eq(unmatchedPayments.id, id))
    .returning()
  return onlyRow(rows)
}

export async function readEntitlement(
  tx: Db,
  locked: LockedAccounts,
  now: Date,
): Promise<Entitlement> {
  const { ownerId } = locked
  const found = toEntitlement(await readMainMembership(tx, ownerId), locked.get(ownerId))
  return currentEntitlement(found, now)
}
