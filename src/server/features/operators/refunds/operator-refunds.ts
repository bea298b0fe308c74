/** Refunds settled and recorded by operators, in the console or by command. */
import { and, eq, isNotNull, ne, sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/open.ts'
import { isId } from '#server/platform/db/columns.ts'
import { onlyRow } from '#server/platform/db/db.ts'
import {
  payments,
  refunds,
  type Order,
  type RefundRequestRow,
  type RefundRow,
} from '#server/features/orders/table.ts'
import { lockAccounts } from '#server/features/ledger/index.ts'
import { lockLiveRequest, lockOrder, findOrderByNo } from '#server/features/orders/index.ts'
import { createRefusal } from '#server/features/operators/order-refusal.ts'
import {
  lockRefund,
  settleRefund,
  type SettledRefund,
} from '#server/features/operators/refunds/settle-refund.ts'
import { formatYuan } from '#server/platform/messages.ts'

/** `settled`: undefined for a refund that became void, for which nothing is deducted. */
export type SettledByOperator = {
  before: RefundRow
  after: RefundRow
  settled: SettledRefund | undefined
}

/** Throws ApiError `notFound`. */
export async function getRefund(db: Db, id: string): Promise<RefundRow> {
  const [row] =
    isId(id) && id.length <= 15
      ? await db
          .select()
          .from(refunds)
          .where(eq(refunds.id, Number(id)))
      : []
  if (!row) throw createRefusal('refundUnknown', { id })
  return row
}

/** `amountCents`: only if the gateway reported no usable amount. `waive`: see `settleRefund`. */
type SettleRequest = { amountCents: number | undefined; waive: boolean } & Settler

/** `publicUrl`: for links in mails. */
type Settler = { operator: string; publicUrl: string | undefined }

/**
 * Settles an open refund. A refund without an order, or beyond an order that was refunded in full,
 * becomes void. Throws ApiError with the reason if it is settled already, or if the amount is
 * missing, differs from the gateway's, or exceeds the rest of the order.
 */
export async function settleRefundByOperator(
  tx: Db,
  id: string,
  { amountCents, waive, ...settler }: SettleRequest,
  now: Date,
): Promise<SettledByOperator> {
  const found = await getRefund(tx, id)
  refuseFinal(found)
  const locked = await lockRefund(tx, found)
  if (!locked)
    return {
      before: found,
      after: await makeVoid(tx, found, { settledAt: now }),
      settled: undefined,
    }
  const { order, row: before } = locked
  refuseFinal(before)
  // `settledAt` stays unset, since only settled refunds count towards the order.
  if (amountCents === undefined && (await isExcess(tx, before, order)))
    return { before, after: await makeVoid(tx, before, {}), settled: undefined }
  const amount = await determineRefundAmount(tx, before, order, amountCents)
  const settled = await settleRefund(tx, locked, { amountCents: amount, waive, ...settler }, now)
  return { before, after: settled.row, settled }
}

/** Whether the gateway reported a usable amount; otherwise the operator has to enter it. */
export const isAmountKnown = (refund: RefundRow): boolean =>
  refund.settledAt !== null || (refund.reason === null && refund.vendorState !== 'suspected')

/** Whether the refund has no usable amount, and its order was refunded in full. */
export const isExcess = async (db: Db, refund: RefundRow, order: Order): Promise<boolean> =>
  order.payStatus === 'P' &&
  !isAmountKnown(refund) &&
  (await readRemainingCents(db, order, refund.id)) <= 0

/**
 * `refundNo`: number of the refund at the payment platform, which may report it later. `requestId`: the
 * owner's request that it answers.
 */
type ManualRefund = {
  orderNo: string
  amountCents: number
  refundNo: string
  requestId?: string | undefined
}

/**
 * Records a refund that the gateway did not report and settles it. Throws ApiError with the reason
 * for an order that is not paid, has an open refund, or has less left than the amount, for a refund
 * that is already recorded, and unless it answers the order's live request exactly.
 */
export async function recordRefundByOperator(
  tx: Db,
  { orderNo, amountCents, refundNo, requestId }: ManualRefund,
  settler: Settler,
  now: Date,
): Promise<SettledRefund> {
  const named = await findOrderByNo(tx, orderNo)
  if (!named) throw createRefusal('orderUnknown', { no: orderNo })
  const { ownerId } = named
  const locked = await lockAccounts(tx, ownerId, [ownerId])
  const order = await lockOrder(tx, named)
  if (order.payStatus !== 'P') throw createRefusal('orderNotPaid', { no: order.no })
  const ofOrder = and(eq(refunds.ownerId, ownerId), eq(refunds.orderId, order.id))
  const others = await tx.select().from(refunds).where(ofOrder).for('update')
  const open = others.find(({ state }) => state === 'open')
  if (open) throw createRefusal('refundOpen', { no: order.no, id: String(open.id) })
  refuseAboveRemaining(await readRemainingCents(tx, order), amountCents)
  refuseOtherThanAsked(await lockLiveRequest(tx, order), order.no, { amountCents, requestId })
  const [payment] = await tx
    .select({ gateway: payments.gateway })
    .from(payments)
    .where(and(eq(payments.ownerId, ownerId), eq(payments.orderId, order.id)))
  const [row] = await tx
    .insert(refunds)
    .values({
      gateway: payment?.gateway ?? order.payChannel,
      refundNo,
      gatewayNo: order.gatewayNo ?? '',
      orderNo: order.no,
      ownerId,
      orderId: order.id,
      amountCents,
      reportedCents: amountCents,
      vendorState: 'success',
      state: 'open',
      refundedAt: now,
      at: now,
    })
    .onConflictDoNothing()
    .returning()
  if (!row) throw createRefusal('refundRecorded', { refund: refundNo })
  return settleRefund(tx, { locked, order, row }, { amountCents, waive: false, ...settler }, now)
}

/**
 * Locks the order until the refund is asked for, so that the approval of its request is not taken back
 * meanwhile. Throws ApiError like `recordRefundByOperator`.
 */
export async function lockAnsweredRequest(
  tx: Db,
  order: Order,
  answer: Pick<ManualRefund, 'amountCents' | 'requestId'>,
): Promise<void> {
  const { no } = await lockOrder(tx, order)
  refuseOtherThanAsked(await lockLiveRequest(tx, order), no, answer)
}

function refuseOtherThanAsked(
  request: RefundRequestRow | undefined,
  no: string,
  { amountCents, requestId }: Pick<ManualRefund, 'amountCents' | 'requestId'>,
): void {
  if (requestId === undefined) {
    if (request) throw createRefusal('refundRequested', { no })
    return
  }
  if (request?.id !== requestId || request.state !== 'approved')
    throw createRefusal('refundRequestNotApproved', { no })
  if (request.amountCents !== amountCents)
    throw createRefusal('refundOtherAmount', { amount: formatYuan(request.amountCents) })
}

async function makeVoid(
  tx: Db,
  { id }: RefundRow,
  settled: { settledAt?: Date },
): Promise<RefundRow> {
  const rows = await tx
    .update(refunds)
    .set({ state: 'void', ...settled })
    .where(and(eq(refunds.id, id), ne(refunds.state, 'void')))
    .returning()
  if (rows.length === 0) throw createRefusal('refundVoid', { id: String(id) })
  return onlyRow(rows)
}

function refuseFinal({ id, state }: RefundRow): void {
  if (state === 'settled') throw createRefusal('refundSettled', { id: String(id) })
  if (state === 'void') throw createRefusal('refundVoid', { id: String(id) })
}

/** The gateway's amount if usable, else the operator's. */
async function determineRefundAmount(
  tx: Db,
  refund: RefundRow,
  order: Order,
  enteredAmount: number | undefined,
): Promise<number> {
  if (isAmountKnown(refund)) {
    if (enteredAmount !== undefined && enteredAmount !== refund.amountCents)
      throw createRefusal('refundAmountKnown', { amount: formatYuan(refund.amountCents) })
    return refund.amountCents
  }
  if (order.payStatus !== 'P') return 0
  if (enteredAmount === undefined) throw createRefusal('refundAmountMissing', {})
  refuseAboveRemaining(await readRemainingCents(tx, order, refund.id), enteredAmount)
  return enteredAmount
}

/** Cents of the order that no settled refund has given back. */
async function readRemainingCents(
  tx: Db,
  { ownerId, id, amountCents }: Order,
  exceptId = 0,
): Promise<number> {
  const settled = and(
    eq(refunds.ownerId, ownerId),
    eq(refunds.orderId, id),
    isNotNull(refunds.settledAt),
    ne(refunds.id, exceptId),
  )
  const [others] = await tx
    .select({ cents: sql<string>`coalesce(sum(${refunds.amountCents}), 0)` })
    .from(refunds)
    .where(settled)
  return amountCents - Number(others!.cents)
}

function refuseAboveRemaining(remaining: number, amountCents: number): void {
  if (remaining <= 0) throw createRefusal('refundNothingLeft', {})
  if (amountCents < 1 || amountCents > remaining)
    throw createRefusal('refundTooMuch', {
      amount: formatYuan(amountCents),
      refundable: formatYuan(remaining),
    })
}
