/** Queries of usage by day, channel, language pair and user, from the roll-ups. */
import { sql, type SQL } from 'drizzle-orm'
import type { ParsedInputOf } from '#contract/endpoint.ts'
import { limits } from '#contract/limits.ts'
import {
  translationLimits,
  type TranslationUsage,
  type translationLog as calls,
} from '#contract/translation.ts'
import type { Db } from '#server/platform/db/open.ts'
import { translationDays, translationMonths, usageDays, users } from '#server/schema.ts'
import { statement } from '#server/platform/db/prepared-statement.ts'
import { daysBetween, endOfMonth, plusDays, wholeMonths } from '#server/platform/db/time.ts'
import {
  filtersOf,
  given,
  isByChannel,
  wantedDaysBy,
  wantedMonthsBy,
  wantedUsage,
  whomOf,
  type Filter,
  type Filters,
  type Whom,
  type Whose,
} from '#server/features/translation/translation-filters.ts'

const value = (name: string, type: string) => sql`${sql.placeholder(name)}::${sql.raw(type)}`
const list = (query: SQL) => sql`(select coalesce(json_agg(r), '[]') from (${query}) r)`
const sums = sql.raw('sum(chars) as chars, sum(count) as count')
/** Sums of int8 are numeric, which is slow; float8 is exact within the range of JSON numbers. */
const quickSums = sql.raw('sum(chars::float8) as chars, sum(count::float8) as count')
const mostUsed = sql.raw('order by chars desc, count desc')
const inDays = sql`day between ${value('first', 'date')} and ${value('last', 'date')}`

type Found = Pick<TranslationUsage, 'byChannel' | 'byLanguages' | 'byUser' | 'rows'> & {
  days: TranslationUsage['byDay']
}

/** From full months, and from the days before and after them. */
function usedBy(whom: Whom, names: readonly Filter[]): SQL {
  const [days, months] = [wantedDaysBy(whom, names), wantedMonthsBy(whom, names)]
  const parts = [
    sql`${translationMonths} where ${months} and month >= ${value('from', 'date')} and month < ${value('until', 'date')}`,
    sql`${translationDays} where ${days} and day >= ${value('first', 'date')} and day < ${value('from', 'date')}`,
    sql`${translationDays} where ${days} and day >= ${value('until', 'date')} and day <= ${value('last', 'date')}`,
  ].map((rows) => sql`select user_id, channel_id, source, target, chars, count from ${rows}`)
  return sql`select user_id, channel_id, source, target, ${quickSums} from (${sql.join(parts, sql` union all `)}) as parts group by 1, 2, 3, 4`
}

/** Scans each roll-up once, then groups the combinations, which are few. */
const usageFrom = (name: string, days: SQL, whom: Whom, names: readonly Filter[]) =>
  statement<Found>(
    name,
    sql`with used as materialized (${usedBy(whom, names)})
    select ${list(sql`select day::text, ${quickSums} from ${days} and ${inDays} group by day`)} as days,
      ${list(sql`select channel_id::text as "tranChannelId", ${sums} from used group by channel_id ${mostUsed}`)} as "byChannel",
      ${list(sql`select source as "sourceLangCode", target as "targetLangCode", ${sums} from used group by source, target ${mostUsed}`)} as "byLanguages",
      ${list(sql`select g.*, nullif(coalesce(u.username, u.account), '') as name from (select user_id::text as "userId", ${sums} from used group by user_id) g
        join ${users} u on u.owner_id = ${value('ownerId', 'bigint')} and u.user_id = g."userId"::bigint ${mostUsed}`)} as "byUser",
      ${list(sql`select user_id::text as "userId", channel_id::text as "tranChannelId", source as "sourceLangCode", target as "targetLangCode", chars, count from used
        ${mostUsed} limit ${sql.raw(String(translationLimits.combinations))}`)} as rows`,
  )

/** One statement per set of filters, for one user and for all, created on first use; at most 32. */
const statements = new Map<string, ReturnType<typeof usageFrom>>()
function usageBy(whom: Whom, filters: Filters): ReturnType<typeof usageFrom> {
  const names = given(filters)
  const name = ['translation_usage', whom, ...names].join('_').toLowerCase()
  const days = isByChannel(filters)
    ? sql`${usageDays} where ${wantedUsage(whom)}`
    : sql`${translationDays} where ${wantedDaysBy(whom, names)}`
  const made = statements.get(name) ?? usageFrom(name, days, whom, names)
  statements.set(name, made)
  return made
}

/** PostgreSQL's calendar has no year 0, and a chart may go back a year. */
const longAgo = '0002-01-02'

/**
 * `today`: `YYYY-MM-DD` in the business time zone. Of a longer range only the last days are
 * returned, up to a chart's maximum.
 */
export async function translationUsage(
  db: Db,
  whose: Whose,
  query: ParsedInputOf<typeof calls.usage>,
  today: string,
): Promise<TranslationUsage> {
  const { createDateTimeBegin: begin, createDateTimeEnd: end } = query
  const until = end === undefined || end.slice(0, 10) > today ? today : end.slice(0, 10)
  const last = until < longAgo ? longAgo : until
  const asked = begin?.slice(0, 10) ?? plusDays(last, 1 - limits.usage.days)
  const earliest = plusDays(last, 1 - limits.usage.mostDays)
  const first = asked < earliest ? earliest : asked
  const filters = filtersOf(query)
  // No row is later than today, so the current month counts as full.
  const months = wholeMonths(first, last === today ? endOfMonth(last) : last)
  const [found] = await usageBy(whomOf(whose), filters)(db, {
    ...whose,
    ...filters,
    first,
    last,
    ...months,
  })
  const { days, ...groups } = found!
  const result = new Map(days.map((day) => [day.day, day]))
  const byDay = daysBetween(first, last).map(
    (day) => result.get(day) ?? { day, chars: 0, count: 0 },
  )
  const sum = (of: 'chars' | 'count') => days.reduce((so, day) => so + day[of], 0)
  return {
    firstDay: first,
    lastDay: last,
    chars: sum('chars'),
    count: sum('count'),
    byDay,
    ...groups,
  }
}
