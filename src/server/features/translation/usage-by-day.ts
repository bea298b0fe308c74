/** Queries of daily usage from the roll-up, since the log has a row per translation. */
import type { UserKey } from '#server/platform/db/columns.ts'
import { sql, type SQL } from 'drizzle-orm'
import type { ParsedInputOf } from '#contract/endpoint.ts'
import { limits } from '#contract/limits.ts'
import { otherGroups, type UsageDay, type UsageOf, type usage as calls } from '#contract/usage.ts'
import type { Db } from '#server/platform/db/open.ts'
import { channels, usageDays, users } from '#server/schema.ts'
import { statement } from '#server/platform/db/prepared-statement.ts'
import { daysBetween } from '#server/platform/db/time.ts'
import { forEach, type Whom } from '#server/features/translation/translation-filters.ts'

/** A group with its characters by day; `since`: the first day on which it exists. */
type Group = UsageOf & { since: string; byDay: Record<string, number> }
type Found = { first: string; last: string; groups: Group[]; all_days: Group['byDay'] | null }

const value = (name: string, type: string) => sql`${sql.placeholder(name)}::${sql.raw(type)}`

/**
 * The requested days, none before the caller's registration. For a main account, rows of all
 * sub-accounts count.
 */
const span = sql`span as (select u.owner_id, u.user_id, u.channel_id, d.last, greatest(d.last - ${value('days', 'int')} + 1, d.since) as first
  from ${users} u cross join lateral (select (${value('now', 'timestamptz')} at time zone ${value('zone', 'text')})::date as last,
    (u.registered_at at time zone ${value('zone', 'text')})::date as since) d
  where u.owner_id = ${value('ownerId', 'bigint')} and u.user_id = ${value('userId', 'bigint')})`
const rows = (
  whom: Whom,
  key: SQL,
  chars: SQL,
) => sql`select ${key} as id, g.day, ${chars} as chars from span s join ${usageDays} g on g.owner_id = s.owner_id
  and g.day between s.first and s.last and ${whom === 'all' ? sql`true` : sql`g.user_id = s.user_id`}`

/**
 * Lists only as many of the most used groups as a chart shows: an owner may have hundreds of
 * sub-accounts.
 */
const grouped = (used: SQL, unused: SQL) => sql`${span}, used as ${used},
  sums as materialized (select id, day, sum(chars) as chars from used group by grouping sets ((id), (day))),
  totals as (select id, chars from sums where id is not null
    union all select n.id, 0 from (${unused}) n where n.id not in (select id from sums where id is not null)),
  most as materialized (select id, chars from totals order by chars desc, id limit ${limits.usage.groups}),
  days as (select id, day, sum(chars) as chars from used where id = any (array (select id from most)) group by 1, 2),
  groups as (select m.id, m.chars, coalesce(d.by_day, '{}') as by_day from most m
    left join (select id, jsonb_object_agg(day, chars) as by_day from days group by 1) d using (id))`
/** `all_days`: total of all groups by day, if there are more groups than listed. */
const result = (
  name: SQL,
  enName: SQL,
  since: SQL,
) => sql`json_agg(json_build_object('id', g.id::text, 'name', ${name}, 'enName', ${enName},
  'chars', g.chars, 'since', ${since}, 'byDay', g.by_day) order by g.chars desc, g.id)`
const allDays = sql`(select jsonb_object_agg(day, chars) from sums where day is not null and (select count(*) from totals) > ${limits.usage.groups}) as all_days`

const byChannel = forEach((whom) =>
  statement<Found>(
    `usage_by_channel_${whom}`,
    // There are few channels, so their daily sums are materialized once.
    sql`with ${grouped(
      sql`materialized (${rows(whom, sql`g.channel_id`, sql`sum(g.chars)`)} group by 1, 2)`,
      sql`select coalesce(s.channel_id, m.channel_id) as id from span s join ${users} m on m.owner_id = s.owner_id and m.user_id = s.owner_id`,
    )}
    select s.first::text, s.last::text, ${allDays}, (select ${result(sql`c.name`, sql`c.en_name`, sql`s.first`)}
      from groups g left join ${channels} c on c.id = g.id) as groups from span s`,
  ),
)

const registered = sql`(u.registered_at at time zone ${value('zone', 'text')})::date`

const byUser = forEach((whom) =>
  statement<Found>(
    `usage_by_user_${whom}`,
    sql`with ${grouped(sql`not materialized (${rows(whom, sql`g.user_id`, sql`g.chars`)})`, sql`select user_id as id from span`)}
    select s.first::text, s.last::text, ${allDays}, (select ${result(sql`nullif(coalesce(u.username, u.account), '')`, sql`null`, sql`greatest(s.first, ${registered})`)}
      from groups g left join ${users} u on u.owner_id = s.owner_id and u.user_id = g.id) as groups from span s`,
  ),
)

type Daily = { firstDay: string; lastDay: string; groups: UsageOf[]; rows: UsageDay[] }

/** Most used groups first; the rest is combined into one group. */
export async function usageByDay(
  db: Db,
  { ownerId, userId }: UserKey,
  { days, groupBy }: ParsedInputOf<typeof calls.daily>,
  zone: string,
  now: Date,
): Promise<Daily> {
  const [found] = await (groupBy === 'channel' ? byChannel : byUser)[
    ownerId === userId ? 'all' : 'one'
  ](db, {
    ownerId,
    userId,
    days,
    zone,
    now: now.toISOString(),
  })
  const { first, last, groups, all_days: all } = found!
  const shown = all ? [...groups, othersOf(all, groups, first)] : groups
  return {
    firstDay: first,
    lastDay: last,
    groups: shown.map(({ id, name, enName, chars }) => ({ id, name, enName, chars })),
    rows: shown.flatMap(({ id, since, byDay }) =>
      daysBetween(since, last).map((day) => ({ day, groupId: id, chars: byDay[day] ?? 0 })),
    ),
  }
}

/** The remainder after subtracting the listed groups. */
function othersOf(all: Group['byDay'], groups: readonly Group[], since: string): Group {
  const byDay = { ...all }
  for (const group of groups)
    for (const [day, chars] of Object.entries(group.byDay)) byDay[day]! -= chars
  const chars = Object.values(byDay).reduce((sum, used) => sum + used, 0)
  return { id: otherGroups, name: null, enName: null, chars, since, byDay }
}
