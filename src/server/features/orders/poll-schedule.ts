/**
 * When the gateway of an order is asked by itself: often while it awaits payment, a few times after
 * it was closed, daily for refunds.
 */
import { and, eq, min, sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/open.ts'
import { orderChecks } from '#server/platform/db/schema.ts'
import type { Order } from '#server/features/orders/table.ts'
import { statement } from '#server/platform/db/statement.ts'
import { closingTime } from '#server/features/orders/payment-request.ts'

export type ScheduledPoll = {
  no: string
  ownerId: string
  orderId: string
  tries: number
  dueAt: Date
}
type Named = Pick<Order, 'no' | 'ownerId' | 'id'>

const second = 1_000
const minute = 60 * second

/**
 * Milliseconds. `waiting`: from one question to the next, the last of them for good, so that money
 * is found within a minute. `closed`: after the closing, since a gateway may be late. `refunds`:
 * how often and how long after the payment to look for refunds. `lease`: whoever took a check has
 * surely asked, or died, by then.
 */
export const pollIntervals = {
  waiting: [5 * second, 10 * second, 20 * second, 40 * second],
  closed: [2 * minute, 10 * minute, 30 * minute, 120 * minute, 24 * 60 * minute],
  refunds: { every: 24 * 60 * minute, until: 30 * 24 * 60 * minute },
  down: 10 * minute,
  givenUp: 7 * 24 * 60 * minute,
  lease: minute,
} as const

const after = (at: Date, ms: number) => new Date(at.getTime() + ms)

/**
 * When to ask about an order that awaits payment, asked `tries` times before: never later than its
 * time is over.
 */
export function nextWhileWaiting(order: Pick<Order, 'createdAt'>, tries: number, now: Date): Date {
  const next = after(now, pollIntervals.waiting[Math.min(tries, pollIntervals.waiting.length - 1)]!)
  const end = closingTime(order)
  return end > now && end < next ? end : next
}

/** When to ask about a closed order next; undefined: no more. */
export function nextAfterClosing(
  { closedAt }: Pick<Order, 'closedAt'>,
  now: Date,
): Date | undefined {
  return closedAt
    ? pollIntervals.closed.map((wait) => after(closedAt, wait)).find((at) => at > now)
    : undefined
}

/** When to ask whether a paid order was refunded; undefined: no more. */
export function nextAfterPayment(paidAt: Date, now: Date): Date | undefined {
  const { every, until } = pollIntervals.refunds
  const next = (Math.floor(Math.max(0, now.getTime() - paidAt.getTime()) / every) + 1) * every
  return next > until ? undefined : after(paidAt, next)
}

/** From now on the order is asked about at `dueAt`; undefined: no more. */
export async function schedulePoll(
  tx: Db,
  { no, ownerId, id }: Named,
  dueAt: Date | undefined,
): Promise<void> {
  if (!dueAt) return void (await tx.delete(orderChecks).where(eq(orderChecks.no, no)))
  const planned = { dueAt, tries: 0 }
  await tx
    .insert(orderChecks)
    .values({ no, ownerId, orderId: id, ...planned })
    .onConflictDoUpdate({ target: orderChecks.no, set: planned })
}

/** Plans what was taken again, unless somebody else has done so meanwhile. */
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
  // An array is made once. A subquery in its place may be run again for each row, and then takes
  // more than the limit.
  sql`update ${orderChecks} set due_at = ${sql.placeholder('until')}::timestamptz
    where no = any(array(select no from ${orderChecks} where due_at <= ${sql.placeholder('now')}::timestamptz
      order by due_at limit ${sql.placeholder('most')}::int for update skip locked))
    returning no, owner_id::text, order_id::text, tries`,
)

/**
 * Takes what is due, so that no other process asks the same: should this one die, they are due
 * again when the lease is over.
 */
export async function takeDuePolls(db: Db, max: number, now: Date): Promise<ScheduledPoll[]> {
  const dueAt = after(now, pollIntervals.lease)
  const taken = await take(db, { now: now.toISOString(), until: dueAt.toISOString(), most: max })
  return taken.map(({ no, owner_id, order_id, tries }) => ({
    no,
    ownerId: owner_id,
    orderId: order_id,
    tries,
    dueAt,
  }))
}

/** When the next check is due; undefined when there is none. */
export async function nextPollAt(db: Db): Promise<Date | undefined> {
  const [next] = await db.select({ at: min(orderChecks.dueAt) }).from(orderChecks)
  return next?.at ?? undefined
}
