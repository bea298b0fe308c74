/**
 * Holding off whoever tries too often. The counts are in the database, where all server processes
 * see them.
 */
import { and, eq, inArray, lt, lte, sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/open.ts'
import { throttles } from '#server/platform/db/schema.ts'
import { ApiError } from '#server/http/errors.ts'

const { count, key: keyColumn, resetsAt } = throttles
const after = (at: Date, seconds: number) => new Date(at.getTime() + seconds * 1_000)
const secondsUntil = (then: Date, now: Date) =>
  Math.max(1, Math.ceil((then.getTime() - now.getTime()) / 1_000))

type Within = { most: number; seconds: number }

export type Counter = Within & { key: string }

/**
 * Counts one event under each key, or under none: throws ApiError `tooManyRequests` when one of them
 * would exceed its `most` in its `seconds`. Rows are locked in the order given, which has to be the
 * same order everywhere.
 */
export async function incrementCounters(
  db: Db,
  counters: readonly Counter[],
  now: Date,
): Promise<void> {
  const over = lte(resetsAt, now)
  const counted = await db
    .insert(throttles)
    .values(counters.map(({ key, seconds }) => ({ key, count: 1, resetsAt: after(now, seconds) })))
    .onConflictDoUpdate({
      target: keyColumn,
      set: {
        count: sql`case when ${over} then 1 else ${count} + 1 end`,
        resetsAt: sql`case when ${over} then excluded.resets_at else ${resetsAt} end`,
      },
    })
    .returning({ key: keyColumn, count, resetsAt })
  const exceeded = counted.filter((row) =>
    counters.some(({ key, most }) => key === row.key && row.count > most),
  )
  if (exceeded.length === 0) return
  await decrementCounters(
    db,
    counters.map(({ key }) => key),
  )
  throw new ApiError('tooManyRequests', {
    seconds: Math.max(...exceeded.map((row) => secondsUntil(row.resetsAt, now))),
  })
}

/**
 * Takes one event back under each key. Counters at zero are deleted, so that refused events leave
 * no rows.
 */
export async function decrementCounters(db: Db, keys: readonly string[]): Promise<void> {
  const ordered = sql`array[${sql.join(
    keys.map((key) => sql`${key}::text`),
    sql`, `,
  )}]`
  await db.execute(sql`with locked as (select key from ${throttles} where key = any(${ordered}) order by array_position(${ordered}, key) for update)
    update ${throttles} t set count = greatest(t.count - 1, 0) from locked where t.key = locked.key`)
  await db.delete(throttles).where(and(inArray(keyColumn, [...keys]), lte(count, 0)))
}

/**
 * Counts one more event under `key`. Throws ApiError `tooManyRequests` from the one that exceeds
 * `most` in `seconds`.
 */
export async function incrementWithinLimit(
  db: Db,
  key: string,
  within: Within,
  now: Date,
): Promise<void> {
  const counted = await countOne(db, key, within, now)
  if (counted && counted.count > within.most)
    throw new ApiError('tooManyRequests', { seconds: secondsUntil(counted.resetsAt, now) })
}

/**
 * Counts one more event under `key`; there having been `most` in `seconds` already, counts nothing
 * and tells false.
 */
export async function tryIncrement(
  db: Db,
  key: string,
  within: Within,
  now: Date,
): Promise<boolean> {
  return (await countOne(db, key, within, now, lt(count, within.most))) !== undefined
}

/** Undefined, and nothing is counted, where `only` does not hold of those counted before. */
async function countOne(db: Db, key: string, { seconds }: Within, now: Date, only = sql`true`) {
  const over = lte(resetsAt, now)
  const [counted] = await db
    .insert(throttles)
    .values({ key, count: 1, resetsAt: after(now, seconds) })
    .onConflictDoUpdate({
      target: keyColumn,
      set: {
        count: sql`case when ${over} then 1 else ${count} + 1 end`,
        resetsAt: sql`case when ${over} then excluded.resets_at else ${resetsAt} end`,
      },
      setWhere: sql`${over} or ${only}`,
    })
    .returning({ count, resetsAt })
  return counted
}

/** Takes one event back. */
export async function decrement(db: Db, key: string): Promise<void> {
  await db
    .update(throttles)
    .set({ count: sql`greatest(${count} - 1, 0)` })
    .where(eq(keyColumn, key))
}

/**
 * `free` tries at once; then one second's delay before the next, doubled each time up to `most`;
 * forgotten after `quiet` seconds without a try.
 */
export type Backoff = { free: number; most: number; quiet?: number }
const hour = 3_600

/**
 * Takes one try before it is known whether it succeeds, so that many at once can't slip through.
 * Returns the seconds to wait, 0 when the try may be made.
 */
export async function consumeAttempt(
  db: Db,
  key: string,
  { free, most, quiet = hour }: Backoff,
  now: Date,
): Promise<number> {
  const forgotten = lte(resetsAt, now)
  const delay = sql`case when ${count} < ${free}::int - 1 then 0 else least(${most}::float8, power(2, least(${count} + 1 - ${free}::int, 30))) end`
  const taken = await db
    .insert(throttles)
    .values({ key, count: 1, resetsAt: after(now, quiet) })
    .onConflictDoUpdate({
      target: keyColumn,
      set: {
        count: sql`case when ${forgotten} then 1 else ${count} + 1 end`,
        resetsAt: sql`excluded.resets_at + case when ${forgotten} then interval '0' else interval '1 second' * (${delay}) end`,
      },
      // Whoever still has free tries need not wait, not even for the clock of a server process that
      // is behind.
      setWhere: sql`${lt(count, free)} or ${lte(resetsAt, after(now, quiet))}`,
    })
    .returning({ key: keyColumn })
  if (taken.length > 0) return 0
  const [locked] = await db.select({ resetsAt }).from(throttles).where(eq(keyColumn, key))
  return locked ? secondsUntil(after(locked.resetsAt, -quiet), now) : 0
}

export async function clearAttempts(db: Db, keys: string[]): Promise<void> {
  await db.delete(throttles).where(inArray(keyColumn, keys))
}

export async function deleteExpiredThrottles(db: Db, now: Date): Promise<void> {
  await db.delete(throttles).where(lt(resetsAt, now))
}
