/**
 * At most so many in any span of time, wherever it begins: a count that starts anew lets twice as
 * many through where one ends and the next begins.
 */
import { sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/open.ts'
import { ApiError } from '#server/http/errors.ts'

type Span = { most: number; seconds: number }

/**
 * Takes one of `most` seats, each of which is free again after `seconds`. Returns its name, by
 * which it can be given back with `forgetTries`. Undefined when all are taken.
 */
export async function tryAcquireSlot(
  db: Db,
  key: string,
  { most, seconds }: Span,
  now: Date,
): Promise<string | undefined> {
  const [at, until] = [now, new Date(now.getTime() + seconds * 1_000)].map(
    (moment) => sql`${moment.toISOString()}::timestamptz`,
  )
  const isFree = sql`not exists (select from throttles t where t.key = seat and t.resets_at > ${at!})`
  const seats = sql`select seat from (select ${key}::text || ':' || n as seat from generate_series(1, ${most}::int) n) s where ${isFree}`
  // Many at once may have their eye on the same seat: who comes too late takes the next.
  for (let tries = 0; tries < most; tries++) {
    const { rows } = await db.execute<{
      key: string | null
    }>(sql`with free as (${seats} order by random() limit 1),
      taken as (insert into throttles as t (key, count, resets_at) select seat, 1, ${until!} from free
        on conflict (key) do update set count = 1, resets_at = excluded.resets_at where t.resets_at <= ${at!} returning t.key)
      select taken.key from free left join taken on true`)
    if (rows.length === 0) return undefined
    if (rows[0]!.key !== null) return rows[0]!.key
  }
  return undefined
}

/**
 * The same for whoever is refused otherwise. Throws ApiError `tooManyRequests`, until the first seat
 * is free again.
 */
export async function acquireSlot(db: Db, key: string, span: Span, now: Date): Promise<string> {
  const seat = await tryAcquireSlot(db, key, span, now)
  if (seat !== undefined) return seat
  const { rows } = await db.execute<{ seconds: number }>(
    sql`select ceil(extract(epoch from min(resets_at) - ${now.toISOString()}::timestamptz))::int as seconds
      from throttles where key in (select ${key}::text || ':' || n from generate_series(1, ${span.most}::int) n)`,
  )
  throw new ApiError('tooManyRequests', { seconds: Math.max(1, rows[0]?.seconds ?? 1) })
}
