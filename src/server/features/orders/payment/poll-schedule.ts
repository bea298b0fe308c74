/** Schedule of gateway polls: often while unpaid, a few after closing, daily for refunds. */
import { and, eq, lte, min, sql } from 'drizzle-orm'
import { times } from '#contract/limits.ts'
import type { Db } from '#server/platform/db/open.ts'
import { orderChecks, type Order } from '#server/features/orders/table.ts'

export type ScheduledPoll = {
  no: string
  ownerId: string
  orderId: string
  tries: number
  dueAt: Date
  closesBill: boolean
}
type PolledOrder = Pick<Order, 'no' | 'ownerId' | 'id'>

const second = 1_000
const minute = 60 * second
const day = 24 * 60 * minute

/**
 * Milliseconds. `waiting`: successive intervals while the order is unpaid; then `waitingRepeated`.
 * `closed`: times after the closing, since gateways may report late. `refunds`: interval and
 * duration after the payment. `down`: until a gateway that did not answer is queried again, for at
 * most `giveUpAfter`. `lease`: until a poll leased by a process that died is due again.
 */
export const pollIntervals = {
  waiting: [5 * second, 10 * second, 20 * second],
  waitingRepeated: 40 * second,
  closed: [2 * minute, 10 * minute, 30 * minute, 120 * minute, day],
  refunds: { every: day, until: 30 * day },
  down: 10 * minute,
  giveUpAfter: 7 * day,
  lease: minute,
} as const

const addMilliseconds = (at: Date, ms: number) => new Date(at.getTime() + ms)

/** Time from which the order can't be paid. */
export const closingTime = ({ createdAt }: Pick<Order, 'createdAt'>): Date =>
  new Date(createdAt.getTime() + times.paymentPeriod)

type OrderState = Pick<Order, 'payStatus' | 'createdAt' | 'closedAt' | 'paidAt'>

/**
 * When to query the gateway about an order next; undefined: never again. `tries`: number of polls
 * so far while it was unpaid. `failed`: the gateway did not answer.
 */
export function nextPoll(
  { payStatus, createdAt, closedAt, paidAt }: OrderState,
  { tries = 0, failed = false }: { tries?: number; failed?: boolean },
  now: Date,
): Date | undefined {
  if (payStatus === 'W') return nextWhileUnpaid(createdAt, tries, now)
  if (payStatus === 'P') return paidAt ? nextRefundCheck(paidAt, now) : undefined
  if (!closedAt) return undefined
  if (!failed)
    return pollIntervals.closed
      .map((wait) => addMilliseconds(closedAt, wait))
      .find((at) => at > now)
  const hasExpired = now.getTime() - closedAt.getTime() > pollIntervals.giveUpAfter
  return hasExpired ? undefined : addMilliseconds(now, pollIntervals.down)
}

/**
 * When to try again to close a bill after `tries` failures; undefined for a gateway that did not
 * answer for a week after the order's closing time.
 */
export function nextBillClosing(
  { createdAt }: Pick<Order, 'createdAt'>,
  tries: number,
  now: Date,
): Date | undefined {
  const { waiting, waitingRepeated, down, giveUpAfter } = pollIntervals
  const end = closingTime({ createdAt })
  if (now < end) return addMilliseconds(now, waiting[tries - 1] ?? waitingRepeated)
  return now.getTime() - end.getTime() > giveUpAfter ? undefined : addMilliseconds(now, down)
}

/** Not later than the closing time. */
function nextWhileUnpaid(createdAt: Date, tries: number, now: Date): Date {
  const { waiting, waitingRepeated } = pollIntervals
  const next = addMilliseconds(now, waiting[tries] ?? waitingRepeated)
  const end = closingTime({ createdAt })
  return end > now && end < next ? end : next
}

function nextRefundCheck(paidAt: Date, now: Date): Date | undefined {
  const { every, until } = pollIntervals.refunds
  const next = (Math.floor(Math.max(0, now.getTime() - paidAt.getTime()) / every) + 1) * every
  return next > until ? undefined : addMilliseconds(paidAt, next)
}

/** Schedules the next poll at `dueAt`; undefined removes it. */
export async function schedulePoll(
  tx: Db,
  { no, ownerId, id }: PolledOrder,
  dueAt: Date | undefined,
): Promise<void> {
  if (!dueAt) return void (await tx.delete(orderChecks).where(eq(orderChecks.no, no)))
  await savePoll(tx, { no, ownerId, id }, { dueAt, tries: 0, closesBill: false })
}

/** Schedules the closing of the bill of an order that was credited with another payment. */
export const scheduleBillClosing = (tx: Db, order: PolledOrder, now: Date): Promise<void> =>
  savePoll(tx, order, { dueAt: now, tries: 0, closesBill: true })

async function savePoll(
  tx: Db,
  { no, ownerId, id }: PolledOrder,
  planned: { dueAt: Date; tries: number; closesBill: boolean },
): Promise<void> {
  await tx
    .insert(orderChecks)
    .values({ no, ownerId, orderId: id, ...planned })
    .onConflictDoUpdate({ target: orderChecks.no, set: planned })
}

/**
 * Reschedules a leased poll, unless it was rescheduled meanwhile. Without `dueAt` it is removed.
 */
export async function reschedulePoll(
  db: Db,
  poll: ScheduledPoll,
  { tries, dueAt }: { tries: number; dueAt: Date | undefined },
): Promise<void> {
  const isUnchanged = and(eq(orderChecks.no, poll.no), eq(orderChecks.dueAt, poll.dueAt))
  if (dueAt) await db.update(orderChecks).set({ dueAt, tries }).where(isUnchanged)
  else await db.delete(orderChecks).where(isUnchanged)
}

/**
 * Leases due polls, so that no other process gets them. They become due again when the lease ends.
 */
export async function leaseDuePolls(db: Db, max: number, now: Date): Promise<ScheduledPoll[]> {
  const dueAt = addMilliseconds(now, pollIntervals.lease)
  const due = db
    .select({ no: orderChecks.no })
    .from(orderChecks)
    .where(lte(orderChecks.dueAt, now))
    .orderBy(orderChecks.dueAt)
    .limit(max)
    .for('update', { skipLocked: true })
  const { no, ownerId, orderId, tries, closesBill } = orderChecks
  const leased = await db
    .update(orderChecks)
    .set({ dueAt })
    // `array(…)` is evaluated once. A plain subquery may run again per row and exceed the limit.
    .where(sql`${no} = any(array(${due}))`)
    .returning({ no, ownerId, orderId, tries, closesBill })
  return leased.map((poll) => ({ ...poll, dueAt }))
}

/** When the next poll is due; undefined if there is none. */
export async function findNextPollTime(db: Db): Promise<Date | undefined> {
  const [next] = await db.select({ at: min(orderChecks.dueAt) }).from(orderChecks)
  return next?.at ?? undefined
}
