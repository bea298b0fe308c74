/** Rate limits in the database: counters, backoff, sliding windows, per client network. */
import { and, eq, inArray, lt, lte, sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/open.ts'
import { throttles } from '#server/http/table.ts'
import { ApiError } from '#server/http/errors.ts'
import { clientNetworks, type ClientNetwork } from '#server/platform/client-network.ts'
import type { Call } from '#server/http/handler.ts'

const { count, key: keyColumn, resetsAt } = throttles
const addSeconds = (at: Date, seconds: number) => new Date(at.getTime() + seconds * 1_000)
const secondsUntil = (end: Date, now: Date) =>
  Math.max(1, Math.ceil((end.getTime() - now.getTime()) / 1_000))

/** At most `max` events in `seconds`. */
type Limit = { max: number; seconds: number }
type Counter = Limit & { key: string }

/** Counts on, or begins a new period once the last one has ended. */
const incrementOrRestart = (now: Date, amount = 1) => ({
  count: sql`case when ${lte(resetsAt, now)} then ${amount}::int else ${count} + ${amount}::int end`,
  resetsAt: sql`case when ${lte(resetsAt, now)} then excluded.resets_at else ${resetsAt} end`,
})

/**
 * Counts one event under each key, or under none: throws ApiError `tooManyRequests` if one of them
 * would exceed `max` in `seconds`. Rows are locked in the given order, which must be the same
 * everywhere to avoid deadlocks.
 */
export async function incrementCounters(
  db: Db,
  counters: readonly Counter[],
  now: Date,
): Promise<void> {
  const counted = await db
    .insert(throttles)
    .values(
      counters.map(({ key, seconds }) => ({ key, count: 1, resetsAt: addSeconds(now, seconds) })),
    )
    .onConflictDoUpdate({
      target: keyColumn,
      set: incrementOrRestart(now),
    })
    .returning({ key: keyColumn, count, resetsAt })
  const exceeded = counted.filter((row) =>
    counters.some(({ key, max }) => key === row.key && row.count > max),
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
 * Counts one event, or `amount`, under `key`. Throws ApiError `tooManyRequests` once it exceeds `max`
 * in `seconds`.
 */
export async function incrementWithinLimit(
  db: Db,
  key: string,
  limit: Limit,
  now: Date,
  amount = 1,
): Promise<void> {
  const counted = await incrementOne(db, key, limit, now, sql`true`, amount)
  if (counted && counted.count > limit.max)
    throw new ApiError('tooManyRequests', { seconds: secondsUntil(counted.resetsAt, now) })
}

/**
 * Counts one event under `key` unless `max` in `seconds` is reached. Returns whether it counted.
 */
export async function tryIncrement(db: Db, key: string, limit: Limit, now: Date): Promise<boolean> {
  return (await incrementOne(db, key, limit, now, lt(count, limit.max))) !== undefined
}

/** Undefined, without counting, if the existing row does not satisfy `condition`. */
async function incrementOne(
  db: Db,
  key: string,
  { seconds }: Limit,
  now: Date,
  condition = sql`true`,
  amount = 1,
) {
  const [counted] = await db
    .insert(throttles)
    .values({ key, count: amount, resetsAt: addSeconds(now, seconds) })
    .onConflictDoUpdate({
      target: keyColumn,
      set: incrementOrRestart(now, amount),
      setWhere: sql`${lte(resetsAt, now)} or ${condition}`,
    })
    .returning({ count, resetsAt })
  return counted
}

/** Takes one event back; keeps a counter at zero. */
export async function decrement(db: Db, key: string): Promise<void> {
  await db
    .update(throttles)
    .set({ count: sql`greatest(${count} - 1, 0)` })
    .where(eq(keyColumn, key))
}

/**
 * Allows `freeAttempts` at once, then delays by one second, doubled with each attempt up to
 * `maxDelay` seconds. Resets after `resetAfter` seconds without an attempt.
 */
type Backoff = { freeAttempts: number; maxDelay: number; resetAfter?: number }
const hour = 3_600

/**
 * Consumes one attempt before its outcome is known, so that concurrent attempts cannot bypass the
 * limit. Returns the seconds to wait, or 0 if the attempt is allowed.
 */
export async function consumeAttempt(
  db: Db,
  key: string,
  { freeAttempts, maxDelay, resetAfter = hour }: Backoff,
  now: Date,
): Promise<number> {
  const isExpired = lte(resetsAt, now)
  const delay = sql`case when ${count} < ${freeAttempts}::int - 1 then 0 else least(${maxDelay}::float8, power(2, least(${count} + 1 - ${freeAttempts}::int, 30))) end`
  const allowed = await db
    .insert(throttles)
    .values({ key, count: 1, resetsAt: addSeconds(now, resetAfter) })
    .onConflictDoUpdate({
      target: keyColumn,
      set: {
        ...incrementOrRestart(now),
        resetsAt: sql`excluded.resets_at + case when ${isExpired} then interval '0' else interval '1 second' * (${delay}) end`,
      },
      // Free attempts never wait, not even if the clock of this process lags behind.
      setWhere: sql`${lt(count, freeAttempts)} or ${lte(resetsAt, addSeconds(now, resetAfter))}`,
    })
    .returning({ key: keyColumn })
  if (allowed.length > 0) return 0
  const [locked] = await db.select({ resetsAt }).from(throttles).where(eq(keyColumn, key))
  return locked ? secondsUntil(addSeconds(locked.resetsAt, -resetAfter), now) : 0
}

export async function clearAttempts(db: Db, keys: string[]): Promise<void> {
  await db.delete(throttles).where(inArray(keyColumn, keys))
}

export async function deleteExpiredThrottles(db: Db, now: Date): Promise<void> {
  await db.delete(throttles).where(lt(resetsAt, now))
}

/**
 * Sliding window, since a fixed one would allow twice the limit around its boundary: takes one of
 * `max` slots, each of which expires after `seconds`. Returns the slot's key, which
 * `clearAttempts` releases; undefined if all are taken.
 */
export async function tryAcquireSlot(
  db: Db,
  key: string,
  { max, seconds }: Limit,
  now: Date,
): Promise<string | undefined> {
  const [at, until] = [now, addSeconds(now, seconds)].map(
    (moment) => sql`${moment.toISOString()}::timestamptz`,
  )
  const isFree = sql`not exists (select from throttles t where t.key = slot and t.resets_at > ${at!})`
  const slots = sql`select slot from (select ${key}::text || ':' || n as slot from generate_series(1, ${max}::int) n) s where ${isFree}`
  // Concurrent callers may pick the same slot; the loser retries with another.
  for (let tries = 0; tries < max; tries++) {
    const { rows } = await db.execute<{
      key: string | null
    }>(sql`with free as (${slots} order by random() limit 1),
      taken as (insert into throttles as t (key, count, resets_at) select slot, 1, ${until!} from free
        on conflict (key) do update set count = 1, resets_at = excluded.resets_at where t.resets_at <= ${at!} returning t.key)
      select taken.key from free left join taken on true`)
    if (rows.length === 0) return undefined
    if (rows[0]!.key !== null) return rows[0]!.key
  }
  return undefined
}

/** Like `tryAcquireSlot`, but throws ApiError `tooManyRequests` until the first slot expires. */
export async function acquireSlot(db: Db, key: string, limit: Limit, now: Date): Promise<string> {
  const slot = await tryAcquireSlot(db, key, limit, now)
  if (slot !== undefined) return slot
  const { rows } = await db.execute<{ seconds: number }>(
    sql`select ceil(extract(epoch from min(resets_at) - ${now.toISOString()}::timestamptz))::int as seconds
      from throttles where key in (select ${key}::text || ':' || n from generate_series(1, ${limit.max}::int) n)`,
  )
  throw new ApiError('tooManyRequests', { seconds: Math.max(1, rows[0]?.seconds ?? 1) })
}

/**
 * One counter per network of the address, for `incrementCounters`. `limit` is that of one user;
 * wider networks get a multiple.
 */
export const createNetworkCounters = (key: string, limit: Limit, ip: string): Counter[] =>
  clientNetworks(ip).map(({ network, factor }) => ({
    key: `${key}:${network}`,
    seconds: limit.seconds,
    max: limit.max * factor,
  }))

/**
 * Acquires a slot in each network, or in none. Widest network first; a refusal releases the slots
 * already taken, so that one user cannot exhaust a wider network. Returns the slots' names for
 * `clearAttempts`. Throws ApiError `tooManyRequests`.
 */
export async function acquireSlots(
  db: Db,
  key: string,
  limit: Limit,
  networks: readonly ClientNetwork[],
  now: Date,
): Promise<string[]> {
  const slots: string[] = []
  try {
    for (const { network, factor } of networks)
      slots.push(
        await acquireSlot(
          db,
          `${key}:${network}`,
          { seconds: limit.seconds, max: limit.max * factor },
          now,
        ),
      )
    return slots
  } catch (reason) {
    await clearAttempts(db, slots)
    throw reason
  }
}

/** Name lookups, which would otherwise allow user enumeration. */
const lookupsPerMinute = { max: 60, seconds: 60 }
const lookupsPerDay = { max: 1_000, seconds: 86_400 }

/** Counts one lookup for the client's networks. Throws ApiError `tooManyRequests`. */
export async function consumeLookup({
  db,
  ip,
  clock,
}: Pick<Call, 'db' | 'ip' | 'clock'>): Promise<void> {
  await incrementCounters(db, createLookupCounters(ip), clock())
}

/** Refunds one lookup after the name was registered. */
export async function refundLookup({ db, ip }: Pick<Call, 'db' | 'ip'>): Promise<void> {
  await decrementCounters(
    db,
    createLookupCounters(ip).map(({ key }) => key),
  )
}

const createLookupCounters = (ip: string) => [
  ...createNetworkCounters('names:minute', lookupsPerMinute, ip),
  ...createNetworkCounters('names:day', lookupsPerDay, ip),
]
