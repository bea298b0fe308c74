/** Handles unmatched payments by operators: each is credited or given back, once. */
import { and, asc, eq, ne, inArray } from 'drizzle-orm'
import type { Db } from '#server/platform/db/open.ts'
import { isId } from '#server/platform/db/columns.ts'
import { onlyRow } from '#server/platform/db/db.ts'
import { payments, unmatchedPayments } from '#server/features/orders/table.ts'
import type { Order, UnmatchedPayment } from '#server/features/orders/table.ts'
import { accountNamed } from '#server/features/accounts/service.ts'
import {
  lockAccounts,
  postEntries,
  type Entry,
  type LockedAccounts,
} from '#server/features/ledger/service.ts'
import { createNotice } from '#server/features/notifications/service.ts'
import { lockOrder, orderByNo } from '#server/features/orders/service.ts'
import { scheduleBillClosing } from '#server/features/orders/payment/poll-schedule.ts'
import {
  creditPayment,
  type UnmatchedReason,
} from '#server/features/orders/payment/settle-payment.ts'
import { isRefunded } from '#server/features/orders/refunds/service.ts'
import {
  endOfTrial,
  entitlementOf,
  mainMembership,
} from '#server/features/packages/membership/service.ts'
import {
  currentEntitlement,
  extended,
  pricesNow,
  worthIn,
  type Entitlement,
} from '#server/features/packages/service.ts'
import { ApiError, reasonWith, type ReasonValues } from '#server/http/errors.ts'
import type { OperatorReason } from '#locales/operator-refusals.ts'
import { inBothLanguages, money, t } from '#server/platform/messages.ts'

/** `order`: the credited one; none for an adjustment. */
export type Handled = { before: UnmatchedPayment; after: UnmatchedPayment }
export type Credited = Handled & {
  ownerId: string
  order: Order | undefined
  entitlement: { before: Entitlement; after: Entitlement }
}

/** Throws ApiError `notFound`. */
export async function unmatchedById(db: Db, id: string): Promise<UnmatchedPayment> {
  const [found] = isId(id)
    ? await db
        .select()
        .from(unmatchedPayments)
        .where(eq(unmatchedPayments.id, Number(id)))
    : []
  if (!found) throw new ApiError('notFound')
  return found
}

/**
 * Finds a payment by its number at the gateway and, if it came for several orders, the order's.
 * Throws ApiError `notFound` or `invalid` with the reason.
 */
export async function unmatchedByNo(
  db: Db,
  gatewayNo: string,
  orderNo?: string,
): Promise<UnmatchedPayment> {
  const [found, another] = await db
    .select()
    .from(unmatchedPayments)
    .where(
      and(
        eq(unmatchedPayments.gatewayNo, gatewayNo),
        orderNo === undefined ? undefined : eq(unmatchedPayments.orderNo, orderNo),
      ),
    )
    .limit(2)
  if (!found) throw refusal('paymentUnknown', { payment: gatewayNo })
  if (another) throw refusal('paymentOfSeveral', { payment: gatewayNo })
  return found
}

/**
 * Credits the payment to the order as a payment of its own is credited; the bill of an open order is
 * closed at its gateway soon after, so that it is not paid twice. Throws ApiError with the
 * reason for an order that is paid or of another amount, an account that was deleted, and money that
 * was handled, credited or given back already.
 */
export async function assignToOrder(
  tx: Db,
  unlockedRow: UnmatchedPayment,
  orderNo: string,
  operator: string,
  now: Date,
): Promise<Credited> {
  const named = await orderByNo(tx, orderNo)
  if (!named) throw refusal('orderUnknown', { no: orderNo })
  const { ownerId } = named
  const locked = await lockAccounts(tx, ownerId, [ownerId])
  const order = await lockOrder(tx, named)
  const before = await lockPayment(tx, unlockedRow)
  if (order.payStatus !== 'P' && order.amountCents !== before.amountCents)
    throw refusal('orderOfOtherAmount', {
      no: order.no,
      amount: money(order.amountCents),
      paid: money(before.amountCents),
    })
  const owned = locked.find(ownerId) && (await entitlementUnderLock(tx, locked, now))
  const decision = await creditPayment(
    tx,
    locked,
    { order, gateway: before.gateway, payment: before, reportsRefunds: false },
    now,
  )
  if (decision !== 'credited') throw refusal(refusalOf[decision], { no: order.no })
  if (order.payStatus === 'W') await scheduleBillClosing(tx, order, now)
  const after = await markHandled(tx, before, operator, now, {
    outcome: 'order',
    handling: order.no,
    creditedOwnerId: ownerId,
    creditedOrderId: order.id,
  })
  const entitlement = { before: owned!, after: await entitlementUnderLock(tx, locked, now) }
  return { before, after, ownerId, order, entitlement }
}

const refusalOf = {
  unknownOrder: 'orderUnknown',
  wrongAmount: 'orderOfOtherAmount',
  wrongChannel: 'orderUnknown',
  paidTwice: 'orderPaidAlready',
  numberUsed: 'paymentCredited',
  accountClosed: 'accountOfOrderDeleted',
  refunded: 'paymentRefunded',
  beyond: 'accountFull',
} as const satisfies Record<UnmatchedReason, string>

/**
 * Adds what the money is worth by the catalogue's prices to the main account, rounded down: minutes
 * to a membership by time, else characters of its channel. The owner is informed. Throws ApiError
 * with the reason.
 */
export async function creditToAccount(
  tx: Db,
  unlockedRow: UnmatchedPayment,
  { account, note }: { account: string; note: string },
  operator: string,
  now: Date,
): Promise<Credited> {
  const { ownerId } = await accountNamed(tx, account)
  const locked = await lockAccounts(tx, ownerId, [ownerId])
  const owner = locked.get(ownerId)
  const before = await lockPayment(tx, unlockedRow)
  await refuseUncreditable(tx, before)
  const found = entitlementOf(await mainMembership(tx, ownerId), owner)
  const owned = currentEntitlement(found, now)
  const { mode, channelId } = owned
  const num = await worthOf(tx, before.amountCents, owned)
  const paid = extended(owned, { channelId, billingMode: mode, num }, now)
  const entry: Entry = {
    userId: ownerId,
    logType: 'SYS_ADJUST',
    change: { chars: paid.chars - owned.chars },
    minutes: mode === 'time' ? num : 0,
    expiresAt: paid.expiresAt,
    context: { managerName: operator },
  }
  await postEntries(tx, locked, [...endOfTrial(ownerId, found, now), entry], now)
  const words = inBothLanguages('paymentCredited', (lang) => ({
    amount: money(before.amountCents),
    what: t(lang, `refundUnit.${mode === 'char' ? 'chars' : 'minutes'}`, {
      count: num,
      amount: num.toLocaleString('en'),
    }),
  }))
  await createNotice(tx, { ownerId, userId: ownerId, type: 'paid', level: 'info', words }, now)
  const after = await markHandled(tx, before, operator, now, {
    outcome: 'account',
    handling: note,
    creditedOwnerId: ownerId,
  })
  const entitlement = { before: owned, after: paid }
  return { before, after, ownerId, order: undefined, entitlement }
}

/** Marks the payment as given back at the payment platform. Changes no balance. */
export async function markReturned(
  tx: Db,
  unlockedRow: UnmatchedPayment,
  reference: string,
  operator: string,
  now: Date,
): Promise<Handled> {
  const before = await lockPayment(tx, unlockedRow)
  const handled = { outcome: 'returned', handling: reference } as const
  return { before, after: await markHandled(tx, before, operator, now, handled) }
}

/** Marks the payment as handled in another way. Changes no balance. */
export async function markOtherwiseHandled(
  tx: Db,
  unlockedRow: UnmatchedPayment,
  handling: string,
  operator: string,
  now: Date,
): Promise<Handled> {
  const before = await lockPayment(tx, unlockedRow)
  const handled = { outcome: 'other', handling } as const
  return { before, after: await markHandled(tx, before, operator, now, handled) }
}

/**
 * Whether the money may be credited: not if it was credited for another order or account, or given
 * back.
 */
export async function isCreditable(db: Db, payment: UnmatchedPayment): Promise<boolean> {
  if (payment.handledAt) return false
  try {
    await refuseUncreditable(db, payment)
    return true
  } catch (reason) {
    if (reason instanceof ApiError) return false
    throw reason
  }
}

/** One number of a gateway is one payment, also if it came for several orders. */
async function refuseUncreditable(db: Db, payment: UnmatchedPayment): Promise<void> {
  const { gateway, gatewayNo, id } = payment
  const used = and(eq(payments.gateway, gateway), eq(payments.gatewayNo, gatewayNo))
  const credited = and(
    eq(unmatchedPayments.gateway, gateway),
    eq(unmatchedPayments.gatewayNo, gatewayNo),
    ne(unmatchedPayments.id, id),
    inArray(unmatchedPayments.outcome, ['order', 'account']),
  )
  if ((await db.$count(payments, used)) > 0 || (await db.$count(unmatchedPayments, credited)) > 0)
    throw refusal('paymentCredited', {})
  if (await isRefunded(db, gateway, payment)) throw refusal('paymentRefunded', {})
}

/**
 * Locks the payment after accounts and order, as refunds do, and all that have its number. Throws
 * ApiError `paymentHandled` with who handled it.
 */
async function lockPayment(
  tx: Db,
  { id, gateway, gatewayNo }: UnmatchedPayment,
): Promise<UnmatchedPayment> {
  const sameNumber = and(
    eq(unmatchedPayments.gateway, gateway),
    eq(unmatchedPayments.gatewayNo, gatewayNo),
  )
  const rows = await tx
    .select()
    .from(unmatchedPayments)
    .where(sameNumber)
    .orderBy(asc(unmatchedPayments.orderNo))
    .for('update')
  const payment = onlyRow(rows.filter((row) => row.id === id))
  if (payment.handledAt)
    throw refusal('paymentHandled', {
      payment: gatewayNo,
      operator: payment.handledBy ?? '',
      note: payment.handling ?? '',
    })
  return payment
}

type Handling = Pick<UnmatchedPayment, 'outcome' | 'handling'> &
  Partial<Pick<UnmatchedPayment, 'creditedOwnerId' | 'creditedOrderId'>>

async function markHandled(
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

/** Throws ApiError if the catalogue has no such price, or the money is worth nothing. */
async function worthOf(
  tx: Db,
  amountCents: number,
  { mode, channelId }: Entitlement,
): Promise<number> {
  const rate = (await pricesNow(tx))[mode === 'char' ? 'chars' : 'minutes'].get(channelId)
  const worth = rate && worthIn([{ amount: amountCents, rate: { cents: 1, per: 1 } }], rate)
  if (!worth) throw refusal('paymentWorthNothing', {})
  return worth
}

async function entitlementUnderLock(
  tx: Db,
  locked: LockedAccounts,
  now: Date,
): Promise<Entitlement> {
  const { ownerId } = locked
  const found = entitlementOf(await mainMembership(tx, ownerId), locked.get(ownerId))
  return currentEntitlement(found, now)
}

const refusal = <K extends OperatorReason>(key: K, values: ReasonValues[K]): ApiError =>
  new ApiError(key === 'paymentUnknown' || key === 'orderUnknown' ? 'notFound' : 'invalid', {
    reason: reasonWith(key, values),
  })
