/** Schedule of gateway polls: often while unpaid, a few after closing, daily for refunds. */
import { and, eq, min, sql } from 'drizzle-orm'
import { times } from '#contract/limits.ts'
import type { Db } from '#server/platform/db/open.ts'
import { orderChecks } from '#server/schema.ts'
import type { Order } from '#server/features/orders/table.ts'
import { statement } from '#server/platform/db/prepared-statement.ts'

export type ScheduledPoll = {
  no: string
  ownerId: string
  orderId: string
  tries: number
  dueAt: Date
}
type PolledOrder = Pick<Order, 'no' | 'ownerId' | 'id'>

const second = 1_000
const minute = 60 * second

/**
 * Milliseconds. `waiting`: successive intervals, the last one repeated. `closed`: times after the
 * closing, since gateways may report late. `refunds`: interval and duration after the payment.
 * `lease`: when a poll taken by a process that died becomes due again.
 */
export const pollIntervals = {
  waiting: [5 * second, 10 * second, 20 * second, 40 * second],
  closed: [2 * minute, 10 * minute, 30 * minute, 120 * minute, 24 * 60 * minute],
  refunds: { every: 24 * 60 * minute, until: 30 * 24 * 60 * minute },
  down: 10 * minute,
  givenUp: 7 * 24 * 60 * minute,
  lease: minute,
} as const

const later = (at: Date, ms: number) => new Date(at.getTime() + ms)

/** When an order can no longer be paid. */
export const closingTime = ({ createdAt }: Pick<Order, 'createdAt'>): Date =>
  new Date(createdAt.getTime() + times.orderUnpaid)

/** Next poll of an unpaid order after `tries` polls, at its closing time at the latest. */
export function nextWhileWaiting(order: Pick<Order, 'createdAt'>, tries: number, now: Date): Date {
  const next = later(now, pollIntervals.waiting[Math.min(tries, pollIntervals.waiting.length - 1)]!)
  const end = closingTime(order)
  return end > now && end < next ? end : next
}

/** Next poll of a closed order; undefined: none. */
export function nextAfterClosing(
  { closedAt }: Pick<Order, 'closedAt'>,
  now: Date,
): Date | undefined {
  return closedAt
    ? pollIntervals.closed.map((wait) => later(closedAt, wait)).find((at) => at > now)
    : undefined
}

/** Next refund check of a paid order; undefined: none. */
export function nextAfterPayment(paidAt: Date, now: Date): Date | undefined {
  const { every, until } = pollIntervals.refunds
  const next = (Math.floor(Math.max(0, now.getTime() - paidAt.getTime()) / every) + 1) * every
  return next > until ? undefined : later(paidAt, next)
}

/** Schedules the next poll at `dueAt`; undefined removes it. */
export async function schedulePoll(
  tx: Db,
  { no, ownerId, id }: PolledOrder,
  dueAt: Date | undefined,
): Promise<void> {
  if (!dueAt) return void (await tx.delete(orderChecks).where(eq(orderChecks.no, no)))
  const planned = { dueAt, tries: 0 }
  await tx
    .insert(orderChecks)
    .values({ no, ownerId, orderId: id, ...planned })
    .onConflictDoUpdate({ target: orderChecks.no, set: planned })
}

/** Reschedules a taken poll, unless it was rescheduled meanwhile. */
export async function reschedulePoll(
  db: Db,
  check: ScheduledPoll,
  tries: number,
  dueAt: Date | undefined,
): Promise<void> {
  const stillMine = and(eq(orderChecks.no, check.no), eq(orderChecks.dueAt, check.dueAt))
  if (dueAt) await db.update(orderChecks).set({ dueAt, tries }).where(stillMine)
  else await db.delete(orderChecks).where(stillMine)
}

const take = statement<{ no: string; owner_id: string; order_id: string; tries: number }>(
  'order_checks_take',
  // `array(…)` is evaluated once. A plain subquery may run again per row and exceed the limit.
  sql`update ${orderChecks} set due_at = ${sql.placeholder('until')}::timestamptz
    where no = any(array(select no from ${orderChecks} where due_at <= ${sql.placeholder('now')}::timestamptz
      order by due_at limit ${sql.placeholder('most')}::int for update skip locked))
    returning no, owner_id::text, order_id::text, tries`,
)

/**
 * Leases due polls, so that no other process takes them. They become due again when the lease ends.
 */
export async function takeDuePolls(db: Db, max: number, now: Date): Promise<ScheduledPoll[]> {
  const dueAt = later(now, pollIntervals.lease)
  const taken = await take(db, { now: now.toISOString(), until: dueAt.toISOString(), most: max })
  return taken.map(({ no, owner_id, order_id, tries }) => ({
    no,
    ownerId: owner_id,
    orderId: order_id,
    tries,
    dueAt,
  }))
}

/** When the next poll is due; undefined if there is none. */
export async function nextPollAt(db: Db): Promise<Date | undefined> {
  const [next] = await db.select({ at: min(orderChecks.dueAt) }).from(orderChecks)
  return next?.at ?? undefined
}
