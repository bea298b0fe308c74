/** Ranks the users of an account group by this month's usage, from the daily roll-up. */
import { sql } from 'drizzle-orm'
import { limits } from '#contract/limits.ts'
import type { UsagePeople } from '#contract/usage.ts'
import type { Db } from '#server/platform/db/open.ts'
import { balances, usageDays, users } from '#server/schema.ts'
import { statement } from '#server/platform/db/prepared-statement.ts'

type Row = {
  id: string
  account: string | null
  nickname: string | null
  enabled: 0 | 1
  chars: number
  previous: number
  left: number
  voices: number
  images: number
  by_day: number[]
}
type Found = Record<'first' | 'last' | 'previous_first' | 'previous_last' | 'trend_first', string> &
  Record<'total' | 'chars' | 'previous' | 'left', string> & { rows: Row[] | null }

const value = (name: string, type: string) => sql`${sql.placeholder(name)}::${sql.raw(type)}`
const ownerId = value('ownerId', 'bigint')
/** Days of the trend before today. */
const trendDays = sql.raw(String(limits.usage.days - 1))

/**
 * Deleted users remain in the totals of the months in which they had usage. The trend is computed
 * for the returned rows only.
 */
const read = statement<Found>(
  'usage_people',
  sql`with today as (select (${value('now', 'timestamptz')} at time zone ${value('zone', 'text')})::date as last),
    month as (select last, date_trunc('month', last)::date as first, (date_trunc('month', last) - interval '1 month')::date as previous_first from today),
    span as (select *, least(previous_first + (last - first), first - 1) as previous_last, last - ${trendDays} as trend_first from month),
    used as materialized (select d.user_id, coalesce(sum(d.chars) filter (where d.day >= s.first), 0) as chars,
      coalesce(sum(d.chars) filter (where d.day <= s.previous_last), 0) as previous
      from span s join ${usageDays} d on d.owner_id = ${ownerId} and (d.day between s.first and s.last or d.day between s.previous_first and s.previous_last) group by 1),
    people as materialized (select u.user_id, u.account, u.username, u.nickname, u.enabled, u.erased_at, coalesce(used.chars, 0) as chars,
      coalesce(used.previous, 0) as previous, coalesce(b.chars, 0) as "left", coalesce(b.voices, 0) as voices, coalesce(b.images, 0) as images
      from ${users} u left join ${balances} b using (owner_id, user_id) left join used using (user_id)
      where u.owner_id = ${ownerId} and (u.erased_at is null or used.user_id is not null)),
    top as (select * from people order by chars desc, previous desc, user_id limit ${value('limit', 'int')})
    select s.first::text, s.last::text, s.previous_first::text, s.previous_last::text, s.trend_first::text,
      (select count(*) from people) as total, (select sum(chars) from people) as chars, (select sum(previous) from people) as previous,
      (select sum("left") from people) as "left",
      (select json_agg(json_build_object('id', t.user_id::text, 'account', case when t.erased_at is null then coalesce(t.username, t.account) end,
        'nickname', case when t.erased_at is null then t.nickname end, 'enabled', t.enabled::int, 'chars', t.chars, 'previous', t.previous, 'left', t."left",
        'voices', t.voices, 'images', t.images, 'by_day', (select json_agg(coalesce((select sum(d.chars) from ${usageDays} d
          where d.owner_id = ${ownerId} and d.day = s.trend_first + n and d.user_id = t.user_id), 0) order by n)
          from generate_series(0, ${trendDays}) n)) order by t.chars desc, t.previous desc, t.user_id) from top t) as rows from span s`,
)

export async function usageByPerson(
  db: Db,
  ownerId: string,
  limit: number,
  zone: string,
  now: Date,
): Promise<UsagePeople> {
  const [found] = await read(db, { ownerId, limit, zone, now: now.toISOString() })
  const {
    first,
    last,
    previous_first,
    previous_last,
    trend_first,
    total,
    chars,
    previous,
    left,
    rows,
  } = found!
  return {
    firstDay: first,
    lastDay: last,
    previousFirstDay: previous_first,
    previousLastDay: previous_last,
    trendFirstDay: trend_first,
    total: Number(total),
    all: { chars: Number(chars), previousChars: Number(previous), usableCharNum: Number(left) },
    rows: (rows ?? []).map(({ id, account, nickname, enabled, by_day: byDay, ...of }) => ({
      userId: id,
      account,
      nickname,
      enabled,
      chars: of.chars,
      previousChars: of.previous,
      usableCharNum: of.left,
      usableVoiceNum: of.voices,
      usableImageNum: of.images,
      byDay,
    })),
  }
}
