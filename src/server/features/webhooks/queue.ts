/** The queue of deliveries: leased by one process at a time, one delivery per webhook. */
import { and, eq, inArray, isNull, lte, or, sql } from 'drizzle-orm'
import { businessLimits } from '#contract/business-limits.ts'
import { webhookDeliveries, webhookQueue } from '#server/features/webhooks/table.ts'
import { acrossOwners } from '#server/platform/db/across-owners.ts'
import { advisoryLocks } from '#server/platform/db/advisory-locks.ts'
import { transaction } from '#server/platform/db/db.ts'
import type { Db } from '#server/platform/db/open.ts'

export type LeasedDelivery = typeof webhookQueue.$inferSelect & { leasedUntil: Date }

const second = 1_000
const hour = 3_600 * second

/**
 * Milliseconds. `first`, `factor`, `longest`: the wait after the first failure, by what it grows, and
 * up to which. `jitter`: share by which a wait is longer or shorter, so that what failed at once is
 * not repeated at once. `lease`: longer than an attempt takes.
 */
export const retryTimes = {
  first: 10 * second,
  factor: 3,
  longest: 4 * hour,
  jitter: 0.2,
  giveUpAfter: businessLimits.webhooks.retryHours * hour,
  lease: 60 * second,
} as const

/**
 * When a delivery is tried again after `tries` failures; undefined once that would be later than
 * `giveUpAfter`. `random`: from 0 to 1.
 */
export function nextAttempt(
  { startedAt, tries }: Pick<LeasedDelivery, 'startedAt' | 'tries'>,
  now: Date,
  random: number,
): Date | undefined {
  const { first, factor, longest, jitter, giveUpAfter } = retryTimes
  const wait = Math.min(first * factor ** (tries - 1), longest)
  const at = now.getTime() + Math.round(wait * (1 + jitter * (2 * random - 1)))
  return at > startedAt.getTime() + giveUpAfter ? undefined : new Date(at)
}

const isDue = (now: string) => sql`q.due_at <= ${now}::timestamptz`
const isFree = (now: string) =>
  sql`(q.leased_until is null or q.leased_until <= ${now}::timestamptz)`

/** Deliveries of one account that are under way at once, in all processes. */
const perAccount = 3

/**
 * Leases up to `max` due deliveries, the oldest of each webhook that has none in progress, and of an
 * account few at once, so that its slow receivers delay no other account. The lock lets one process
 * choose at a time, so that no webhook gets two at once.
 */
export async function leaseDueDeliveries(
  db: Db,
  max: number,
  now: Date,
): Promise<LeasedDelivery[]> {
  if (max <= 0) return []
  const at = now.toISOString()
  const reason = 'a background job sends for all owners'
  const { rows } = await db.execute(
    sql`select 1 from ${webhookQueue} q where ${acrossOwners(reason, sql`${isDue(at)} and ${isFree(at)}`)} limit 1`,
  )
  if (rows.length === 0) return []
  return transaction(db, async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${advisoryLocks.webhookQueue})`)
    const isBusy = sql`busy.leased_until > ${at}::timestamptz`
    const oldest = sql`select distinct on (q.owner_id, q.webhook_id) q.delivery_id, q.owner_id, q.due_at from ${webhookQueue} q
      where ${acrossOwners(reason, sql`${isDue(at)} and ${isFree(at)}`)} and not exists (
        select from ${webhookQueue} busy where busy.owner_id = q.owner_id and busy.webhook_id = q.webhook_id and ${isBusy})
      order by q.owner_id, q.webhook_id, q.due_at, q.delivery_id`
    const chosen = sql`select delivery_id from (
        select delivery_id, due_at, row_number() over (partition by owner_id order by due_at, delivery_id)
          + (select count(*) from ${webhookQueue} busy where busy.owner_id = oldest.owner_id and ${isBusy}) as place
        from (${oldest}) as oldest) as placed
      where place <= ${perAccount}::int order by due_at, delivery_id limit ${max}::int`
    const leased = await tx
      .update(webhookQueue)
      .set({ leasedUntil: new Date(now.getTime() + retryTimes.lease) })
      // `array(…)` is evaluated once. A plain subquery may run again per row and exceed the limit.
      .where(acrossOwners(reason, sql`${webhookQueue.deliveryId} = any(array(${chosen}))`))
      .returning()
    return leased as LeasedDelivery[]
  })
}

/**
 * Leases up to `max` more due deliveries of the webhook of a leased one, the oldest first, but no tests.
 * No other process leases any of them: a webhook with one in progress is skipped.
 */
export async function leaseSiblings(
  db: Db,
  { ownerId, webhookId, deliveryId, leasedUntil }: LeasedDelivery,
  max: number,
  now: Date,
): Promise<LeasedDelivery[]> {
  const at = now.toISOString()
  const isOfWebhook = sql`q.owner_id = ${ownerId}::bigint and q.webhook_id = ${webhookId}::bigint`
  // Two statements: Citus refuses to change a reference table by a select from split tables.
  const { rows } = await db.execute<{ id: string }>(
    sql`select q.delivery_id::text as id from ${webhookQueue} q
      join ${webhookDeliveries} d on d.owner_id = q.owner_id and d.id = q.delivery_id and d.event <> 'webhookTest'
      where ${isOfWebhook} and q.delivery_id <> ${deliveryId}::bigint and ${isDue(at)} and ${isFree(at)}
      order by q.due_at, q.delivery_id limit ${max}::int`,
  )
  if (rows.length === 0) return []
  const leased = await db
    .update(webhookQueue)
    .set({ leasedUntil })
    .where(
      and(
        eq(webhookQueue.ownerId, ownerId),
        inArray(
          webhookQueue.deliveryId,
          rows.map(({ id }) => id),
        ),
        or(isNull(webhookQueue.leasedUntil), lte(webhookQueue.leasedUntil, now)),
      ),
    )
    .returning()
  return leased as LeasedDelivery[]
}

/** Locks a leased delivery in the queue; false if the lease has ended and another process has it. */
export async function lockLeased(tx: Db, leased: LeasedDelivery): Promise<boolean> {
  const [found] = await tx
    .select({ id: webhookQueue.deliveryId })
    .from(webhookQueue)
    .where(
      and(
        eq(webhookQueue.ownerId, leased.ownerId),
        eq(webhookQueue.deliveryId, leased.deliveryId),
        eq(webhookQueue.leasedUntil, leased.leasedUntil),
      ),
    )
    .for('update')
  return found !== undefined
}

/** Plans the next attempt, or takes the delivery out of the queue. */
export async function reschedule(
  tx: Db,
  { ownerId, deliveryId }: LeasedDelivery,
  next: { tries: number; dueAt: Date } | undefined,
): Promise<void> {
  const isOne = and(eq(webhookQueue.ownerId, ownerId), eq(webhookQueue.deliveryId, deliveryId))
  if (next)
    await tx
      .update(webhookQueue)
      .set({ ...next, leasedUntil: null })
      .where(isOne)
  else await tx.delete(webhookQueue).where(isOne)
}
