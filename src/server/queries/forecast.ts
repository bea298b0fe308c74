/** How long what is left will last, at the rate of the last thirty whole days. */
import { sql } from 'drizzle-orm'
import { limits } from '#contract/limits.ts'
import type { Db } from '#server/db/open.ts'
import { balances, memberGroups, usageDays, users } from '#server/db/schema.ts'
import { statement } from '#server/db/statement.ts'

type Who = { ownerId: string; userId: string }
type Found = {
  mode: 'char' | 'time'
  shares: boolean
  expires: string | null
  days: number
  /** Null for who shares nothing. */
  all_used: string | null
  all_left: string | null
  /** Null for a main account. */
  own_used: string | null
  own_left: string
}

const value = (name: string, type: string) => sql`${sql.placeholder(name)}::${sql.raw(type)}`

/** Who shares: a main account, and whoever draws on it. An account of today has today only to judge by. */
const read = statement<Found>(
  'usage_forecast',
  sql`with me as (select u.owner_id, u.user_id, g.billing_mode as mode, u.user_id = u.owner_id or m.auto_distribution as shares, b.expires_at,
      (${value('now', 'timestamptz')} at time zone ${value('zone', 'text')})::date as today, (u.registered_at at time zone ${value('zone', 'text')})::date as since
      from ${users} u join ${users} m on m.owner_id = u.owner_id and m.user_id = u.owner_id
      join ${balances} b on b.owner_id = u.owner_id and b.user_id = u.owner_id join ${memberGroups} g on g.id = m.member_group_id
      where u.owner_id = ${value('ownerId', 'bigint')} and u.user_id = ${value('userId', 'bigint')}),
    span as (select *, greatest(1, least(${value('days', 'int')}, today - since)) as days from me),
    used as (select s.*, case when shares then (select coalesce(sum(d.chars), 0) from ${usageDays} d where d.owner_id = s.owner_id and d.day between first and last) end as all_used,
      case when user_id <> owner_id then (select coalesce(sum(d.chars), 0) from ${usageDays} d
        where d.owner_id = s.owner_id and d.user_id = s.user_id and d.day between first and last) end as own_used
      from (select *, today - days as first, today - (today > since)::int as last from span) s)
    select mode, shares, expires_at as expires, days, all_used, own_used,
      case when shares then (select sum(b.chars) from ${balances} b where b.owner_id = used.owner_id) end as all_left,
      (select b.chars from ${balances} b where b.owner_id = used.owner_id and b.user_id = used.user_id) as own_left from used`,
)

const day = 86_400_000

/**
 * `dailyAverage` is the caller's own, for a main account that of all its people. Days are whole ones; null when nothing is used up.
 * By time, and in a free test, the end of the time counts.
 */
export async function forecast(
  db: Db,
  { ownerId, userId }: Who,
  zone: string,
  now: Date,
): Promise<{ daysLeft: number | null; dailyAverage: number }> {
  const [found] = await read(db, { ownerId, userId, zone, now: now.toISOString(), days: limits.usage.days })
  const { mode, shares, expires, days, ...sums } = found!
  const own = ownerId === userId ? Number(sums.all_used) : Number(sums.own_used)
  const [left, rate] = shares ? [Number(sums.all_left), Number(sums.all_used) / days] : [Number(sums.own_left), own / days]
  const until = expires === null ? undefined : Math.max(0, Math.floor((Date.parse(expires) - now.getTime()) / day))
  const lasts = rate > 0 ? Math.floor(left / rate) : undefined
  const daysLeft = mode === 'time' ? (until ?? 0) : Math.min(lasts ?? Infinity, until ?? Infinity)
  return { daysLeft: Number.isFinite(daysLeft) ? daysLeft : null, dailyAverage: Math.round(own / days) }
}
