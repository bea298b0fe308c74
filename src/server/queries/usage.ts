/** Reading usage by day, from the roll-up: never from the log, which has a row for each translation. */
import { sql } from 'drizzle-orm'
import type { ParsedInputOf } from '#contract/endpoint.ts'
import { limits } from '#contract/limits.ts'
import { otherGroups, type UsageDay, type UsageOf, type usage as calls } from '#contract/usage.ts'
import type { Db } from '#server/db/open.ts'
import { channels, usageDays, users } from '#server/db/schema.ts'
import { statement } from '#server/db/statement.ts'
import { daysBetween } from '#server/queries/days.ts'

type Who = { ownerId: string; userId: string }
/** A group with its characters by day; before `since` it did not exist. */
type Group = UsageOf & { since: string; byDay: Record<string, number> }
type Found = { first: string; last: string; groups: Group[] | null }

const value = (name: string, type: string) => sql`${sql.placeholder(name)}::${sql.raw(type)}`

/** The days asked for, none before the caller's account existed; a main account is asked about with all its sub-accounts. */
const span = sql`span as (select u.owner_id, u.user_id, u.channel_id, d.last, greatest(d.last - ${value('days', 'int')} + 1, d.since) as first
  from ${users} u cross join lateral (select (${value('now', 'timestamptz')} at time zone ${value('zone', 'text')})::date as last,
    (u.registered_at at time zone ${value('zone', 'text')})::date as since) d
  where u.owner_id = ${value('ownerId', 'bigint')} and u.user_id = ${value('userId', 'bigint')})`
const used = sql`select g.* , s.first from span s join ${usageDays} g on g.owner_id = s.owner_id and g.day between s.first and s.last
  and (s.user_id = s.owner_id or g.user_id = s.user_id)`
const summed = sql`jsonb_object_agg(day, chars) as by_day, sum(chars) as chars`

const byChannel = statement<Found>(
  'usage_by_channel',
  sql`with ${span}, used as (${used}),
    days as (select channel_id, day, sum(chars) as chars from used group by 1, 2),
    groups as (select channel_id, ${summed} from days group by 1
      union all select coalesce(s.channel_id, m.channel_id), '{}', 0 from span s join ${users} m on m.owner_id = s.owner_id and m.user_id = s.owner_id
        where coalesce(s.channel_id, m.channel_id) not in (select channel_id from used))
    select s.first::text, s.last::text, (select json_agg(json_build_object('id', g.channel_id::text, 'name', c.name, 'enName', c.en_name, 'chars', g.chars,
      'since', s.first, 'byDay', g.by_day) order by g.chars desc, g.channel_id) from groups g left join ${channels} c on c.id = g.channel_id) as groups from span s`,
)

const byUser = statement<Found>(
  'usage_by_user',
  sql`with ${span}, used as (${used}),
    days as (select user_id, day, sum(chars) as chars from used group by 1, 2),
    groups as (select user_id, ${summed} from days group by 1 union all select user_id, '{}', 0 from span where user_id not in (select user_id from used))
    select s.first::text, s.last::text, (select json_agg(json_build_object('id', g.user_id::text, 'name', nullif(coalesce(u.username, u.account), ''), 'enName', null,
      'chars', g.chars, 'since', greatest(s.first, (u.registered_at at time zone ${value('zone', 'text')})::date), 'byDay', g.by_day) order by g.chars desc, g.user_id)
      from groups g join ${users} u on u.owner_id = s.owner_id and u.user_id = g.user_id) as groups from span s`,
)

type Daily = { firstDay: string; lastDay: string; groups: UsageOf[]; rows: UsageDay[] }

/** The most used groups first; those beyond the limit are one group together. */
export async function usageByDay(
  db: Db,
  { ownerId, userId }: Who,
  { days, groupBy }: ParsedInputOf<typeof calls.daily>,
  zone: string,
  now: Date,
): Promise<Daily> {
  const [found] = await (groupBy === 'channel' ? byChannel : byUser)(db, { ownerId, userId, days, zone, now: now.toISOString() })
  const { first, last, groups } = found!
  const shown = withOthers(groups ?? [], first)
  return {
    firstDay: first,
    lastDay: last,
    groups: shown.map(({ id, name, enName, chars }) => ({ id, name, enName, chars })),
    rows: shown.flatMap(({ id, since, byDay }) => daysBetween(since, last).map((day) => ({ day, groupId: id, chars: byDay[day] ?? 0 }))),
  }
}

function withOthers(groups: Group[], first: string): Group[] {
  const most = limits.usage.groups
  if (groups.length <= most) return groups
  const others: Group = { id: otherGroups, name: null, enName: null, chars: 0, since: first, byDay: {} }
  for (const { chars, byDay } of groups.slice(most)) {
    others.chars += chars
    for (const [day, used] of Object.entries(byDay)) others.byDay[day] = (others.byDay[day] ?? 0) + used
  }
  return [...groups.slice(0, most), others]
}
