/** Records refunds reported by gateways and prevents crediting of refunded payments. */
import { and, eq, inArray, isNull, ne, or, sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/open.ts'
import { refunds, unmatchedPayments } from '#server/features/orders/table.ts'
import type { Order, RefundRow } from '#server/features/orders/table.ts'
import { transaction, onlyRow } from '#server/platform/db/db.ts'
import { lockAccounts } from '#server/features/ledger/service.ts'
import { createNotice } from '#server/features/notifications/service.ts'
import { lockOrder, orderByNo } from '#server/features/orders/service.ts'
import type { PayChannelCode, Payment, Refund } from '#server/features/orders/payment/gateway.ts'
import type { Dependencies } from '#server/dependencies.ts'
import { money, inBothLanguages } from '#server/platform/messages.ts'

type RefundDeps = Pick<Dependencies, 'db' | 'events' | 'clock' | 'log'>
type Classified = Pick<RefundRow, 'state' | 'reason' | 'amountCents'>

/** `channels`: the channels served by the gateway. */
type Source = { gateway: string; channels: readonly PayChannelCode[] }

/**
 * Records a refund once, also on repeated or concurrent notifications; resolves after the commit.
 * Takes the same locks in the same order as crediting, so a refund is recorded either after the
 * credit or instead of it.
 */
export async function recordRefund(
  deps: RefundDeps,
  refund: Refund,
  { gateway, channels }: Source,
): Promise<void> {
  const refunded = await orderByNo(deps.db, refund.orderNo)
  const isOfGateway = refunded !== undefined && channels.includes(refunded.payChannel)
  const credited = await transaction(deps.db, async (tx) => {
    const order = isOfGateway ? await lockForRefund(tx, refunded) : undefined
    const recorded = await findRefund(tx, gateway, refund.refundNo)
    if (recorded && !isProgress(recorded, refund)) return undefined
    const classified = order
      ? await classify(tx, order, gateway, refund)
      : foreign(refunded ? 'wrongChannel' : 'unknownOrder', refund)
    const {
      orderNo,
      gatewayNo,
      refundNo,
      state: vendorState,
      amountCents: reportedCents,
      refundedAt,
    } = refund
    const row = {
      gateway,
      refundNo,
      gatewayNo,
      orderNo,
      reportedCents,
      vendorState,
      refundedAt,
      ...classified,
    }
    const isNew = await saveRefund(
      tx,
      { ...row, ownerId: order?.ownerId ?? null, orderId: order?.id ?? null, at: deps.clock() },
      recorded,
    )
    if (!isNew) return undefined
    if (order && vendorState === 'success') await replaceSuspicions(tx, order, gateway)
    logRefund(deps, row)
    if (!order || classified.state !== 'open' || vendorState !== 'success') return undefined
    const { ownerId } = order
    const words = inBothLanguages('refunded', {
      no: order.no,
      amount: money(classified.amountCents),
    })
    await createNotice(
      tx,
      { ownerId, userId: ownerId, type: 'paid', level: 'warning', words },
      deps.clock(),
    )
    return order
  })
  if (credited) deps.events.publish({ ownerId: credited.ownerId, about: ['notice'] })
}

/** Records a refund inferred from the payment's status at the gateway, without a notification. */
export async function recordSuspicion(
  deps: RefundDeps,
  unlocked: Order,
  gateway: string,
  gatewayNo: string,
): Promise<void> {
  await transaction(deps.db, async (tx) => {
    const order = await lockForRefund(tx, unlocked)
    const ofOrder = and(
      eq(refunds.ownerId, order.ownerId),
      eq(refunds.orderId, order.id),
      eq(refunds.gateway, gateway),
    )
    if ((await tx.$count(refunds, ofOrder)) > 0) return
    const at = deps.clock()
    const isCredited = order.payStatus === 'P'
    const row = {
      gateway,
      refundNo: `suspected:${order.no}`,
      gatewayNo,
      orderNo: order.no,
      amountCents: 0,
      reportedCents: 0,
      vendorState: 'suspected' as const,
      state: isCredited ? ('open' as const) : ('settled' as const),
      reason: isCredited ? null : ('notCredited' as const),
    }
    await saveRefund(
      tx,
      { ...row, ownerId: order.ownerId, orderId: order.id, refundedAt: at, at },
      undefined,
    )
    logRefund(deps, row)
  })
}

/** Whether a payment was refunded before it was credited. Call with the order locked. */
export async function isRefunded(
  tx: Db,
  gateway: string,
  { orderNo, gatewayNo }: Payment,
): Promise<boolean> {
  const same = and(
    eq(refunds.gateway, gateway),
    eq(refunds.orderNo, orderNo),
    inArray(refunds.gatewayNo, [gatewayNo, '']),
  )
  return (
    (await tx.$count(
      refunds,
      and(same, ne(refunds.vendorState, 'closed'), ne(refunds.state, 'void')),
    )) > 0
  )
}

async function lockForRefund(tx: Db, order: Order): Promise<Order> {
  await lockAccounts(tx, order.ownerId, [order.ownerId])
  return lockOrder(tx, order)
}

async function findRefund(
  tx: Db,
  gateway: string,
  refundNo: string,
): Promise<RefundRow | undefined> {
  const [row] = await tx
    .select()
    .from(refunds)
    .where(and(eq(refunds.gateway, gateway), eq(refunds.refundNo, refundNo)))
    .for('update')
  return row
}

/** A refund in state `abnormal` may still succeed or be closed; a success is final. */
const isProgress = (recorded: RefundRow, refund: Refund) =>
  recorded.settledAt === null && recorded.vendorState === 'abnormal' && refund.state !== 'abnormal'

/** Cents of the other valid refunds of the same payment. */
async function countedCents(
  tx: Db,
  order: Order,
  gateway: string,
  { gatewayNo, refundNo }: Refund,
): Promise<number> {
  const sums = await tx
    .select({ cents: sql<string>`coalesce(sum(${refunds.amountCents}), 0)` })
    .from(refunds)
    .where(
      and(
        eq(refunds.ownerId, order.ownerId),
        eq(refunds.orderId, order.id),
        eq(refunds.gateway, gateway),
        eq(refunds.gatewayNo, gatewayNo),
        ne(refunds.refundNo, refundNo),
        ne(refunds.state, 'void'),
        or(isNull(refunds.reason), ne(refunds.reason, 'wrongAmount')),
      ),
    )
  return Number(onlyRow(sums).cents)
}

const foreign = (reason: 'wrongChannel' | 'unknownOrder', { amountCents }: Refund): Classified => ({
  state: 'open',
  reason,
  amountCents,
})

async function classify(
  tx: Db,
  order: Order,
  gateway: string,
  refund: Refund,
): Promise<Classified> {
  const counted = await countedCents(tx, order, gateway, refund)
  // If two running totals arrive out of order, the larger includes the smaller.
  const amountCents = refund.isTotal
    ? Math.max(0, refund.amountCents - counted)
    : refund.amountCents
  if (refund.state === 'closed') return { state: 'void', reason: null, amountCents: 0 }
  if (refund.isTotal && amountCents === 0) return { state: 'void', reason: 'replaced', amountCents }
  if (await handleUnmatched(tx, order, gateway, refund))
    return { state: 'settled', reason: 'unmatchedPayment', amountCents }
  const isWrong =
    refund.paidCents !== order.amountCents ||
    amountCents <= 0 ||
    counted + amountCents > order.amountCents
  if (isWrong) return { state: 'open', reason: 'wrongAmount', amountCents }
  if (order.payStatus !== 'P') return { state: 'settled', reason: 'notCredited', amountCents }
  if (refund.gatewayNo !== '' && refund.gatewayNo !== order.gatewayNo)
    return { state: 'settled', reason: 'unmatchedPayment', amountCents }
  return { state: 'open', reason: null, amountCents }
}

/** The refund of an unmatched payment resolves it, since nothing was credited. */
async function handleUnmatched(
  tx: Db,
  order: Order,
  gateway: string,
  { gatewayNo, refundNo, refundedAt }: Refund,
): Promise<boolean> {
  const stored = and(
    eq(unmatchedPayments.gateway, gateway),
    eq(unmatchedPayments.gatewayNo, gatewayNo),
    eq(unmatchedPayments.orderNo, order.no),
  )
  const found = await tx
    .select({ handledAt: unmatchedPayments.handledAt })
    .from(unmatchedPayments)
    .where(stored)
  if (found.length === 0) return false
  await tx
    .update(unmatchedPayments)
    .set({ handledAt: refundedAt, handledBy: gateway, handling: `refund ${refundNo}` })
    .where(and(stored, isNull(unmatchedPayments.handledAt)))
  return true
}

/** Returns false if a concurrent notification recorded it first. */
async function saveRefund(
  tx: Db,
  row: typeof refunds.$inferInsert,
  recorded: RefundRow | undefined,
): Promise<boolean> {
  if (recorded) {
    const { at: _, ...changed } = row
    await tx.update(refunds).set(changed).where(eq(refunds.id, recorded.id))
    return true
  }
  const saved = await tx
    .insert(refunds)
    .values(row)
    .onConflictDoNothing()
    .returning({ id: refunds.id })
  return saved.length > 0
}

/** The notification replaces refunds that were only suspected. */
async function replaceSuspicions(tx: Db, order: Order, gateway: string): Promise<void> {
  const ofOrder = and(
    eq(refunds.ownerId, order.ownerId),
    eq(refunds.orderId, order.id),
    eq(refunds.gateway, gateway),
  )
  await tx
    .update(refunds)
    .set({ state: 'void', reason: 'replaced' })
    .where(and(ofOrder, eq(refunds.vendorState, 'suspected'), isNull(refunds.settledAt)))
}

type Logged = Pick<
  RefundRow,
  'gateway' | 'orderNo' | 'refundNo' | 'vendorState' | 'amountCents' | 'state' | 'reason'
>

function logRefund(
  { log }: RefundDeps,
  { gateway, orderNo, refundNo, vendorState, amountCents, state, reason }: Logged,
): void {
  const event = state === 'open' ? 'a refund waits for the operator' : 'a refund was recorded'
  log.error(event, {
    gateway,
    order: orderNo,
    refundNo,
    vendorState,
    cents: amountCents,
    reason: reason ?? 'credited',
  })
}
