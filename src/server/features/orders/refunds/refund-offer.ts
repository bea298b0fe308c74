/** What an owner would get back for an order now, or why nothing. */
import { and, eq, ne, sql } from 'drizzle-orm'
import { balances } from '#server/features/ledger/table.ts'
import {
  currentEntitlement,
  minutesLeft,
  readMainMembership,
  toEntitlement,
} from '#server/features/packages/index.ts'
import { readRefundRules, type Rules } from '#server/features/orders/refunds/refund-rules.ts'
import { countUnsettled, isRecorded } from '#server/features/orders/refunds/running-refunds.ts'
import {
  computeRefund,
  computeUnused,
  readLaterCredits,
  readSubAccountChars,
} from '#server/features/orders/refunds/unused-quota.ts'
import { refundRequests, refunds, type Order } from '#server/features/orders/table.ts'
import { reasonWith, type ErrorReason } from '#server/http/errors.ts'
import { onlyRow } from '#server/platform/db/db.ts'
import type { Db } from '#server/platform/db/open.ts'
import { formatWireTime } from '#server/platform/db/time.ts'
import { formatYuan } from '#server/platform/messages.ts'

const day = 24 * 60 * 60_000
const minutesPerDay = 24 * 60

/** `taken`: from the balance, in the unit of the order. `until`: null for an unpaid order. */
export type Offer = {
  rules: Rules
  until: Date | null
  unused: number
  handedOut: number
  taken: number
  cents: number
  refundedCents: number
  refusal: ErrorReason | undefined
}

/** Reads without locks; under those of the accounts and the order, the offer is what is given back. */
export async function computeOffer(
  tx: Db,
  order: Order,
  { now, zone }: { now: Date; zone: string },
): Promise<Offer> {
  const rules = await readRefundRules(tx)
  const settled = await readSettled(tx, order)
  const { unused, handedOut, isConverted } = await readUnused(tx, order, settled.charged, now)
  const { cents, taken } = computeRefund(order, { unused, ...settled })
  const until = order.paidAt && new Date(order.paidAt.getTime() + rules.days * day)
  const offer = { rules, until, unused, handedOut, cents, taken, ...settled }
  const refusal =
    (await findObjection(tx, order, settled)) ??
    findRuleObjection(order, offer, { isConverted, now, zone })
  return { ...offer, refusal }
}

type Settled = { refundedCents: number; charged: number }

async function readSettled(tx: Db, { ownerId, id }: Order): Promise<Settled> {
  const isSettled = sql`filter (where ${refunds.settledAt} is not null)`
  const sums = await tx
    .select({
      refundedCents: sql<number>`coalesce(sum(${refunds.amountCents}) ${isSettled}, 0)::float8`,
      charged: sql<number>`coalesce(sum(${refunds.taken} + ${refunds.owed} + ${refunds.waived}) ${isSettled}, 0)::float8`,
    })
    .from(refunds)
    .where(and(eq(refunds.ownerId, ownerId), eq(refunds.orderId, id)))
  return onlyRow(sums)
}

/** Of a plan by time, whole days: one that has begun is used. */
async function readUnused(tx: Db, order: Order, charged: number, now: Date) {
  const { ownerId, billingMode, channelId, num: credited } = order
  const later = await readLaterCredits(tx, order)
  const [main] = await tx
    .select({
      chars: balances.chars,
      reserved: balances.reservedChars,
      expiresAt: balances.expiresAt,
    })
    .from(balances)
    .where(and(eq(balances.ownerId, ownerId), eq(balances.userId, ownerId)))
  if (!later || !main) return { unused: 0, handedOut: 0, isConverted: false }
  const entitlement = currentEntitlement(
    toEntitlement(await readMainMembership(tx, ownerId), main),
    now,
  )
  if (later.isConverted || entitlement.mode !== billingMode || entitlement.channelId !== channelId)
    return { unused: 0, handedOut: 0, isConverted: true }
  const byTime = billingMode === 'time'
  const left = byTime
    ? minutesLeft(entitlement, now)
    : Math.max(0, Math.min(entitlement.chars, main.chars - main.reserved))
  const group = byTime ? left : left + (await readSubAccountChars(tx, ownerId))
  const { unused, handedOut } = computeUnused({ credited, charged, main: left, group, ...later })
  const whole = byTime ? Math.floor(unused / minutesPerDay) * minutesPerDay : unused
  return { unused: whole, handedOut, isConverted: false }
}

/** Why the order can't be refunded at all, by its state and that of its refunds. */
async function findObjection(
  tx: Db,
  { ownerId, id, no, payStatus, amountCents }: Order,
  { refundedCents }: Settled,
): Promise<ErrorReason | undefined> {
  if (payStatus !== 'P') return reasonWith('refundUnpaid', { no })
  const [request] = await tx
    .select({ state: refundRequests.state })
    .from(refundRequests)
    .where(
      and(
        eq(refundRequests.ownerId, ownerId),
        eq(refundRequests.orderId, id),
        ne(refundRequests.state, sql`'withdrawn'`),
      ),
    )
  if (request?.state === 'declined') return reasonWith('refundDeclined', {})
  if (request && request.state !== 'paid') return reasonWith('refundAsked', {})
  if (request || refundedCents >= amountCents) return reasonWith('refundDone', {})
  const { ownOpen, otherOpen, owed } = await countUnsettled(tx, { ownerId, id })
  if (ownOpen > 0 || (await isRecorded(tx, { no }))) return reasonWith('refundRunning', {})
  if (otherOpen > 0) return reasonWith('refundOtherRunning', {})
  return owed > 0 ? reasonWith('refundOwes', {}) : undefined
}

/** Why the rules give nothing back. */
function findRuleObjection(
  { billingMode, num }: Order,
  { rules, until, unused, handedOut, cents }: Omit<Offer, 'refusal'>,
  { isConverted, now, zone }: { isConverted: boolean; now: Date; zone: string },
): ErrorReason | undefined {
  const { enabled, days, leastUnusedPercent: percent, timePlans } = rules
  if (!enabled) return reasonWith('refundsOff', {})
  if (billingMode === 'time' && !timePlans) return reasonWith('refundTimePlan', {})
  if (until && now >= until)
    return reasonWith('refundLate', { days, until: formatWireTime(until, zone) })
  if (isConverted) return reasonWith('refundConverted', {})
  if (cents === 0)
    return handedOut > 0
      ? reasonWith('refundHandedOut', { chars: handedOut })
      : reasonWith('refundUsedUp', {})
  if (unused * 100 < percent * num)
    return reasonWith('refundFewUnused', { percent, left: Math.floor((unused * 100) / num) })
  return undefined
}

/** The offer has changed since the owner saw it. */
export const changedReason = ({ cents }: Pick<Offer, 'cents'>): ErrorReason =>
  reasonWith('refundChanged', { amount: formatYuan(cents) })
