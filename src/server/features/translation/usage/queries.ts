/** Queries of usage: by filters of the translation log, by day, and by person. */
import { sql, type SQL } from 'drizzle-orm'
import type { ParsedInputOf } from '#contract/endpoint.ts'
import { businessLimits } from '#contract/business-limits.ts'
import {
  translationLimits,
  type TranslationUsage,
  type translationLog as calls,
} from '#contract/translation.ts'
import type { Db } from '#server/platform/db/open.ts'
import { balances } from '#server/features/ledger/table.ts'
import { apiKeys } from '#server/features/api-keys/table.ts'
import { channels } from '#server/features/packages/table.ts'
import { users } from '#server/features/accounts/table.ts'
import { usageDays } from '#server/features/translation/table.ts'
import { prepareStatement, typedPlaceholder } from '#server/platform/db/prepared-statement.ts'
import { addDays, formatWireTime, listDays } from '#server/platform/db/time.ts'
import { closeOwnerDays, selectDays } from '#server/features/translation/usage/days.ts'
import {
  matches,
  prepareSelection,
  toFilters,
  type LogOwner,
  type UserScope,
} from '#server/features/translation/usage/filters.ts'
import type { UserKey } from '#server/platform/db/columns.ts'
import {
  otherGroups,
  type UsageDay,
  type GroupUsage,
  type usage as usageCalls,
  type UsagePeople,
} from '#contract/usage.ts'

const jsonList = (query: SQL) => sql`(select coalesce(json_agg(r), '[]') from (${query}) r)`
const sums = sql.raw('sum(chars) as chars, sum(count) as count')
/** Sums of int8 are numeric, which is slow; float8 is exact within the range of JSON numbers. */
const floatSums = sql.raw('sum(chars::float8) as chars, sum(count::float8) as count')
const orderByUse = sql.raw('order by chars desc, count desc')
const inDays = sql`day between ${typedPlaceholder('first', 'date')} and ${typedPlaceholder('last', 'date')}`

type UsageFound = Pick<
  TranslationUsage,
  'byChannel' | 'byLanguages' | 'byUser' | 'byKey' | 'rows'
> & {
  days: TranslationUsage['byDay']
}

/** Reads the rows of all users once, then groups the combinations, which are few. */
const usageStatement = prepareSelection<UsageFound>(
  'log_usage',
  (
    selection,
  ) => sql`with used as materialized (select user_id, channel_id, source, target, key_id, ${floatSums} from ${usageDays} where ${matches(usageDays, selection)} and ${inDays} group by 1, 2, 3, 4, 5)
    select ${jsonList(sql`select day::text, ${floatSums} from (${selectDays(selection)}) as days where ${inDays} group by day`)} as days,
      ${jsonList(sql`select channel_id::text as "tranChannelId", ${sums} from used group by channel_id ${orderByUse}`)} as "byChannel",
      ${jsonList(sql`select source as "sourceLangCode", target as "targetLangCode", ${sums} from used group by source, target ${orderByUse}`)} as "byLanguages",
      ${jsonList(sql`select g.*, coalesce(nullif(u.nickname, ''), u.username, nullif(u.account, '')) as name from (select user_id::text as "userId", ${sums} from used group by user_id) g
        join ${users} u on u.owner_id = ${typedPlaceholder('ownerId', 'bigint')} and u.user_id = g."userId"::bigint ${orderByUse}`)} as "byUser",
      ${jsonList(sql`select nullif(g.key_id, 0)::text as "apiKeyId", k.name, chars, count from (select key_id, ${sums} from used group by key_id) g
        left join ${apiKeys} k on k.owner_id = ${typedPlaceholder('ownerId', 'bigint')} and k.id = g.key_id ${orderByUse}`)} as "byKey",
      ${jsonList(sql`select user_id::text as "userId", channel_id::text as "tranChannelId", source as "sourceLangCode", target as "targetLangCode", ${sums} from used
        group by user_id, channel_id, source, target ${orderByUse} limit ${sql.raw(String(translationLimits.usageRows))}`)} as rows`,
)

/** PostgreSQL has no year 0, and a chart may go back a year. */
const earliestDay = '0002-01-02'

/** Of a long range only the last days are returned, up to a chart's maximum. */
export async function readTranslationUsage(
  db: Db,
  logOwner: LogOwner,
  query: ParsedInputOf<typeof calls.usage>,
  zone: string,
  now: Date,
): Promise<TranslationUsage> {
  const today = formatWireTime(now, zone).slice(0, 10)
  const { createDateTimeBegin: begin, createDateTimeEnd: end } = query
  const until = end === undefined || end.slice(0, 10) > today ? today : end.slice(0, 10)
  const last = until < earliestDay ? earliestDay : until
  const requested = begin?.slice(0, 10) ?? addDays(last, 1 - businessLimits.usage.days)
  const earliest = addDays(last, 1 - businessLimits.usage.maxDays)
  const first = requested < earliest ? earliest : requested
  if (logOwner.userId === null) await closeOwnerDays(db, logOwner.ownerId, zone, now)
  const [found] = await usageStatement(db, { ...logOwner, ...toFilters(query), first, last })
  const { days, ...groups } = found!
  const countsByDay = new Map(days.map((day) => [day.day, day]))
  const byDay = listDays(first, last).map(
    (day) => countsByDay.get(day) ?? { day, chars: 0, count: 0 },
  )
  const sumOf = (field: 'chars' | 'count') => days.reduce((total, day) => total + day[field], 0)
  return {
    firstDay: first,
    lastDay: last,
    chars: sumOf('chars'),
    count: sumOf('count'),
    byDay,
    ...groups,
  }
}

/** A group with its characters by day; `since`: the first day on which it exists. */
type GroupWithDays = GroupUsage & { since: string; byDay: Record<string, number> }
type DaysFound = {
  first: string
  last: string
  groups: GroupWithDays[]
  all_days: GroupWithDays['byDay'] | null
}

/**
 * The requested days, none before the caller's registration. For a main account, rows of all
 * sub-accounts count.
 */
const span = sql`span as (select u.owner_id, u.user_id, u.channel_id, d.last, greatest(d.last - ${typedPlaceholder('days', 'int')} + 1, d.since) as first
  from ${users} u cross join lateral (select (${typedPlaceholder('now', 'timestamptz')} at time zone ${typedPlaceholder('zone', 'text')})::date as last,
    (u.registered_at at time zone ${typedPlaceholder('zone', 'text')})::date as since) d
  where u.owner_id = ${typedPlaceholder('ownerId', 'bigint')} and u.user_id = ${typedPlaceholder('userId', 'bigint')})`
/**
 * Lists only as many of the most used groups as a chart shows: an owner may have hundreds of
 * sub-accounts.
 */
const groupUsage = (key: string, rows: SQL, unused: SQL) => sql`${span},
  used as materialized (select ${sql.raw(key)} as id, day, sum(chars) as chars from (${rows}) as rows
    where day between (select first from span) and (select last from span) group by 1, 2),
  sums as materialized (select id, day, sum(chars) as chars from used group by grouping sets ((id), (day))),
  totals as (select id, chars from sums where id is not null
    union all select n.id, 0 from (${unused}) n where n.id not in (select id from sums where id is not null)),
  most as materialized (select id, chars from totals order by chars desc, id limit ${businessLimits.usage.groups}),
  groups as (select m.id, m.chars, coalesce(d.by_day, '{}') as by_day from most m
    left join (select id, jsonb_object_agg(day, chars) as by_day from used where id = any (array (select id from most)) group by 1) d using (id))`
/** `all_days`: total of all groups by day, if there are more groups than listed. */
const groupsJson = (
  name: SQL,
  enName: SQL,
  since: SQL,
) => sql`json_agg(json_build_object('id', g.id::text, 'name', ${name}, 'enName', ${enName},
  'chars', g.chars, 'since', ${since}, 'byDay', g.by_day) order by g.chars desc, g.id)`
const allDays = sql`(select jsonb_object_agg(day, chars) from sums where day is not null and (select count(*) from totals) > ${businessLimits.usage.groups}) as all_days`

const prepareByScope = (create: (scope: UserScope) => SQL, groupBy: string) => {
  const prepare = (scope: UserScope) =>
    prepareStatement<DaysFound>(`usage_by_${groupBy}_${scope}`, create(scope))
  return { one: prepare('one'), all: prepare('all') }
}

const registrationDay = sql`(u.registered_at at time zone ${typedPlaceholder('zone', 'text')})::date`
const dailyStatements = {
  channel: prepareByScope(
    (scope) => sql`with ${groupUsage(
      'channel_id',
      selectDays({ scope, filters: [] }),
      sql`select coalesce(s.channel_id, m.channel_id) as id from span s join ${users} m on m.owner_id = s.owner_id and m.user_id = s.owner_id`,
    )}
    select s.first::text, s.last::text, ${allDays}, (select ${groupsJson(sql`c.name`, sql`c.en_name`, sql`s.first`)}
      from groups g left join ${channels} c on c.id = g.id) as groups from span s`,
    'channel',
  ),
  user: prepareByScope(
    (scope) => sql`with ${groupUsage(
      'user_id',
      sql`select user_id, day, chars from ${usageDays} where ${matches(usageDays, { scope, filters: [] })}`,
      sql`select user_id as id from span`,
    )}
    select s.first::text, s.last::text, ${allDays}, (select ${groupsJson(sql`coalesce(nullif(u.nickname, ''), u.username, nullif(u.account, ''))`, sql`null`, sql`greatest(s.first, ${registrationDay})`)}
      from groups g left join ${users} u on u.owner_id = s.owner_id and u.user_id = g.id) as groups from span s`,
    'user',
  ),
}

type DailyUsage = { firstDay: string; lastDay: string; groups: GroupUsage[]; rows: UsageDay[] }

/** Most used groups first; the rest is combined into one group. */
export async function readUsageByDay(
  db: Db,
  { ownerId, userId }: UserKey,
  { days, groupBy }: Omit<ParsedInputOf<typeof usageCalls.daily>, 'childUserId'>,
  zone: string,
  now: Date,
): Promise<DailyUsage> {
  const scope = ownerId === userId ? 'all' : 'one'
  if (scope === 'all' && groupBy === 'channel') await closeOwnerDays(db, ownerId, zone, now)
  const values = { ownerId, userId, days, zone, now: now.toISOString() }
  const [found] = await dailyStatements[groupBy][scope](db, values)
  const { first, last, groups, all_days: allByDay } = found!
  const shown = allByDay ? [...groups, toOtherGroup(allByDay, groups, first)] : groups
  return {
    firstDay: first,
    lastDay: last,
    groups: shown.map(({ id, name, enName, chars }) => ({ id, name, enName, chars })),
    rows: shown.flatMap(({ id, since, byDay }) =>
      listDays(since, last).map((day) => ({ day, groupId: id, chars: byDay[day] ?? 0 })),
    ),
  }
}

/** The remainder after subtracting the listed groups. */
function toOtherGroup(
  allByDay: GroupWithDays['byDay'],
  groups: readonly GroupWithDays[],
  since: string,
): GroupWithDays {
  const byDay = { ...allByDay }
  for (const group of groups)
    for (const [day, chars] of Object.entries(group.byDay)) byDay[day]! -= chars
  const chars = Object.values(byDay).reduce((sum, used) => sum + used, 0)
  return { id: otherGroups, name: null, enName: null, chars, since, byDay }
}

type PersonRow = {
  id: string
  account: string | null
  nickname: string | null
  enabled: 0 | 1
  role: UsagePeople['rows'][number]['accountRole'] | null
  chars: number
  previous: number
  left: number
  voices: number
  images: number
  by_day: number[]
}
type PeopleFound = Record<
  'first' | 'last' | 'previous_first' | 'previous_last' | 'trend_first',
  string
> &
  Record<'total' | 'chars' | 'previous' | 'left', string> & { rows: PersonRow[] | null }

const ownerId = typedPlaceholder('ownerId', 'bigint')
/** Days of the trend before today. */
const trendDays = sql.raw(String(businessLimits.usage.days - 1))

/**
 * Deleted users remain in the totals of the months in which they had usage. The trend is computed
 * for the returned rows only.
 */
const peopleStatement = prepareStatement<PeopleFound>(
  'usage_people',
  sql`with today as (select (${typedPlaceholder('now', 'timestamptz')} at time zone ${typedPlaceholder('zone', 'text')})::date as last),
    month as (select last, date_trunc('month', last)::date as first, (date_trunc('month', last) - interval '1 month')::date as previous_first from today),
    span as (select *, least(previous_first + (last - first), first - 1) as previous_last, last - ${trendDays} as trend_first from month),
    used as materialized (select d.user_id, coalesce(sum(d.chars) filter (where d.day >= s.first), 0) as chars,
      coalesce(sum(d.chars) filter (where d.day <= s.previous_last), 0) as previous
      from span s join ${usageDays} d on d.owner_id = ${ownerId}
        and d.day between s.previous_first and s.last and (d.day <= s.previous_last or d.day >= s.first) group by 1),
    people as materialized (select u.user_id, u.account, u.username, u.nickname, u.enabled, u.account_role, u.erased_at, coalesce(used.chars, 0) as chars,
      coalesce(used.previous, 0) as previous, coalesce(b.chars, 0) as "left", coalesce(b.voices, 0) as voices, coalesce(b.images, 0) as images
      from ${users} u left join ${balances} b using (owner_id, user_id) left join used using (user_id)
      where u.owner_id = ${ownerId} and (u.erased_at is null or used.user_id is not null)),
    top as (select * from people order by chars desc, previous desc, user_id limit ${typedPlaceholder('limit', 'int')})
    select s.first::text, s.last::text, s.previous_first::text, s.previous_last::text, s.trend_first::text,
      (select count(*) from people) as total, (select sum(chars) from people) as chars, (select sum(previous) from people) as previous,
      (select sum("left") from people) as "left",
      (select json_agg(json_build_object('id', t.user_id::text, 'account', case when t.erased_at is null then coalesce(t.username, t.account) end,
        'nickname', case when t.erased_at is null then t.nickname end, 'enabled', t.enabled::int, 'role', t.account_role, 'chars', t.chars, 'previous', t.previous, 'left', t."left",
        'voices', t.voices, 'images', t.images, 'by_day', (select json_agg(coalesce((select sum(d.chars) from ${usageDays} d
          where d.owner_id = ${ownerId} and d.day = s.trend_first + n and d.user_id = t.user_id), 0) order by n)
          from generate_series(0, ${trendDays}) n)) order by t.chars desc, t.previous desc, t.user_id) from top t) as rows from span s`,
)

/** Ranks the users of an account group by this month's usage. */
export async function readUsageByPerson(
  db: Db,
  ownerId: string,
  limit: number,
  zone: string,
  now: Date,
): Promise<UsagePeople> {
  const [found] = await peopleStatement(db, { ownerId, limit, zone, now: now.toISOString() })
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
    rows: (rows ?? []).map(
      ({ id, account, nickname, enabled, role, by_day: byDay, ...amounts }) => ({
        userId: id,
        account,
        nickname,
        enabled,
        accountRole: role ?? 'member',
        chars: amounts.chars,
        previousChars: amounts.previous,
        usableCharNum: amounts.left,
        usableVoiceNum: amounts.voices,
        usableImageNum: amounts.images,
        byDay,
      }),
    ),
  }
}
