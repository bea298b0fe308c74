/** Sliding-window rate limit; a fixed window would allow twice the limit around its boundary. */
import { sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/open.ts'
import { ApiError } from '#server/http/errors.ts'

type Span = { most: number; seconds: number }

/**
 * Takes one of `most` slots, each of which expires after `seconds`. Returns the slot's key, which
 * `clearAttempts` releases; undefined if all are taken.
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
  // Concurrent callers may pick the same slot; the loser retries with another.
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

/** Like `tryAcquireSlot`, but throws ApiError `tooManyRequests` until the first slot expires. */
export async function acquireSlot(db: Db, key: string, span: Span, now: Date): Promise<string> {
  const seat = await tryAcquireSlot(db, key, span, now)
  if (seat !== undefined) return seat
  const { rows } = await db.execute<{ seconds: number }>(
    sql`select ceil(extract(epoch from min(resets_at) - ${now.toISOString()}::timestamptz))::int as seconds
      from throttles where key in (select ${key}::text || ':' || n from generate_series(1, ${span.most}::int) n)`,
  )
  throw new ApiError('tooManyRequests', { seconds: Math.max(1, rows[0]?.seconds ?? 1) })
}
