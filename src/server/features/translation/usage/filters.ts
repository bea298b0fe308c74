/** SQL conditions of the translation log's filters, over its rows and over its roll-ups by day. */
import { sql, type Column, type SQL } from 'drizzle-orm'
import type { ParsedInputOf } from '#contract/endpoint.ts'
import type { translationLog as calls } from '#contract/translation.ts'
import { isId } from '#server/platform/db/columns.ts'
import { users } from '#server/features/accounts/table.ts'
import {
  translationDays as days,
  translationLog as log,
  translationMonths as months,
  usageDays,
  ownerDays,
  translationDays,
  translationFloors,
  translationLog,
} from '#server/features/translation/table.ts'
import type { Db } from '#server/platform/db/open.ts'
import { statement } from '#server/platform/db/prepared-statement.ts'
import { plusDays, notBeforeYear1, type TimeRange } from '#server/platform/db/time.ts'

/** `userId` null: all users of the owner. */
export type LogOwner = { ownerId: string; userId: string | null }

export type Filters = Record<'channelId' | 'source' | 'target' | 'clientType', string | null>

/**
 * Separate statements, because a single one for both reads the whole account group for one user.
 */
export type UserScope = 'one' | 'all'
export const userScopeOf = ({ userId }: LogOwner): UserScope => (userId === null ? 'all' : 'one')
export const byScope = <S>(make: (scope: UserScope) => S): Record<UserScope, S> => ({
  one: make('one'),
  all: make('all'),
})

/** Malformed ids match nothing. */
export function filtersOf(query: Partial<ParsedInputOf<typeof calls.usage>>): Filters {
  const { tranChannelId, sourceLangCode, targetLangCode, clientType } = query
  const channel = tranChannelId === undefined ? null : String(tranChannelId)
  return {
    channelId: channel === null || isId(channel) ? channel : '0',
    source: sourceLangCode ?? null,
    target: targetLangCode ?? null,
    clientType: clientType ?? null,
  }
}

const value = (name: string, type: string) => sql`${sql.placeholder(name)}::${sql.raw(type)}`
const optionalEquals = (column: Column, name: string, type: string) =>
  sql`(${value(name, type)} is null or ${column} = ${value(name, type)})`
const allFilters = (
  table: typeof log | typeof days,
) => sql`${optionalEquals(table.channelId, 'channelId', 'bigint')} and ${optionalEquals(table.source, 'source', 'text')}
  and ${optionalEquals(table.target, 'target', 'text')} and ${optionalEquals(table.clientType, 'clientType', 'text')}`

const ofOwner = (column: Column) => sql`${column} = ${value('ownerId', 'bigint')}`
const ofUser = (column: Column, scope: UserScope) =>
  scope === 'one' ? sql`${column} = ${value('userId', 'bigint')}` : sql`true`

/** Uses the placeholders `ownerId` and `userId`. */
export const rowsOf = (scope: UserScope) =>
  sql`${ofOwner(log.ownerId)} and ${ofUser(log.userId, scope)}`
/** Uses the filters' placeholders too. */
export const rowsCondition = (scope: UserScope) => sql`${rowsOf(scope)} and ${allFilters(log)}`

/** Selects all of an owner's rows by user ids, because the roll-ups are ordered by user. */
const rollupCondition = (table: typeof days | typeof months, scope: UserScope, by: SQL) => {
  const userCondition =
    scope === 'one'
      ? ofUser(table.userId, scope)
      : sql`${table.userId} in (select ${users.userId} from ${users} where ${ofOwner(users.ownerId)})`
  return sql`${ofOwner(table.ownerId)} and ${userCondition} and ${by}`
}
const daysCondition = (scope: UserScope) => rollupCondition(days, scope, allFilters(days))

const types = { channelId: 'bigint', source: 'text', target: 'text', clientType: 'text' } as const
export type Filter = keyof Filters
export const activeFilters = (filters: Filters): Filter[] =>
  (Object.keys(types) as Filter[]).filter((name) => filters[name] !== null)

/** Compares only the given filters. */
export const rowsConditionBy = (scope: UserScope, names: readonly Filter[]) =>
  sql.join(
    [rowsOf(scope), ...names.map((name) => sql`${log[name]} = ${value(name, types[name])}`)],
    sql` and `,
  )

/**
 * Compares only the given filters: over a year, evaluating the others for each row costs more than
 * reading the rows.
 */
const conditionBy =
  (table: typeof days | typeof months) => (scope: UserScope, names: readonly Filter[]) => {
    const by = names.map((name) => sql`${table[name]} = ${value(name, types[name])}`)
    return rollupCondition(table, scope, by.length > 0 ? sql.join(by, sql` and `) : sql`true`)
  }
export const daysConditionBy = conditionBy(days)
export const monthsConditionBy = conditionBy(months)

/** For the smaller roll-up, which has only users and channels. */
export const usageCondition = (scope: UserScope) =>
  sql`${ofOwner(usageDays.ownerId)} and ${ofUser(usageDays.userId, scope)} and ${optionalEquals(usageDays.channelId, 'channelId', 'bigint')}`
export const isByChannel = ({ source, target, clientType }: Filters): boolean =>
  source === null && target === null && clientType === null

/** Date-times in the API's format, both inclusive. */
type Segment = { begin: string; end: string }
/** `first` to `last`: full days, inclusive; null: unbounded. `cut`: partial days at the ends. */
type Span = { first: string | null; last: string | null; cut: Segment[] }
type DayCount = Segment & { count: number }

const midnight = ' 00:00:00'
const lastSecond = ' 23:59:59'
const dayOf = (time: string) => time.slice(0, 10)

/** `empty`: the range ends before it begins. */
export function spanOf({ begin, end }: TimeRange): Span | 'empty' {
  const [from, until] = [
    begin === undefined ? undefined : notBeforeYear1(begin),
    end === undefined ? undefined : notBeforeYear1(end),
  ]
  if (from !== undefined && until !== undefined && until < from) return 'empty'
  const wholeDay = {
    begin: from === undefined || from.endsWith(midnight),
    end: until === undefined || until.endsWith(lastSecond),
  }
  if (
    from !== undefined &&
    until !== undefined &&
    dayOf(from) === dayOf(until) &&
    !(wholeDay.begin && wholeDay.end)
  ) {
    return {
      first: plusDays(dayOf(from), 1),
      last: dayOf(from),
      cut: [{ begin: from, end: until }],
    }
  }
  const cut: Segment[] = []
  if (!wholeDay.begin) cut.push({ begin: from!, end: dayOf(from!) + lastSecond })
  if (!wholeDay.end) cut.push({ begin: dayOf(until!) + midnight, end: until! })
  return {
    first: from === undefined ? null : plusDays(dayOf(from), wholeDay.begin ? 0 : 1),
    last: until === undefined ? null : plusDays(dayOf(until), wholeDay.end ? 0 : -1),
    cut,
  }
}

const zone = value('zone', 'text')

const spanCondition = sql`day between coalesce(${value('first', 'date')}, '-infinity') and coalesce(${value('last', 'date')}, 'infinity')
      and day >= coalesce((select (max(until) at time zone ${zone})::date from ${translationFloors} where owner_id = ${value('ownerId', 'bigint')}), '-infinity')`

/** Excludes days whose rows were deleted with their month. */
const countStatement = (name: string, scope: UserScope, days: readonly SQL[]) =>
  statement<{ begin: string; end: string; count: number }>(
    `${name}_${scope}`,
    sql`${sql.join(
      days.map(
        (
          from,
        ) => sql`select day || '${sql.raw(midnight)}' as begin, day || '${sql.raw(lastSecond)}' as end, sum(count::float8) as count from ${from}
          and ${spanCondition} group by day`,
      ),
      sql` union all `,
    )}
    union all select c.b, c.e, (select count(*)::float8 from ${translationLog} where ${rowsCondition(scope)} and at >= c.b::timestamp at time zone ${zone}
      and at < (c.e::timestamp + interval '1 second') at time zone ${zone}) from unnest(${value('begins', 'text[]')}, ${value('ends', 'text[]')}) as c(b, e)`,
  )

const countByDay = byScope((scope) =>
  countStatement('translation_days_counted', scope, [
    sql`${translationDays} where ${daysCondition(scope)}`,
  ]),
)

const closedDay = sql`coalesce((select max(day) from ${ownerDays} where owner_id = ${value('ownerId', 'bigint')}), '-infinity')`
const openDays = sql`${usageDays} where owner_id = ${value('ownerId', 'bigint')} and day > ${closedDay}`
/** Closed days from one row per channel, the days since from one row per user and channel. */
const countByChannelDay = countStatement('owner_days_counted', 'all', [
  sql`${ownerDays} where owner_id = ${value('ownerId', 'bigint')} and (${value('channelId', 'bigint')} is null or channel_id = ${value('channelId', 'bigint')})`,
  sql`${usageDays} where ${usageCondition('all')} and day > ${closedDay}`,
])

/**
 * Days that ended at least an hour ago: a translation dated shortly before midnight may commit
 * after it, but within an hour.
 */
const lastClosableDay = sql`((${value('now', 'timestamptz')} - interval '1 hour') at time zone ${zone})::date - 1`
const hasDaysToClose = statement<{ found: boolean }>(
  'owner_days_to_close',
  sql`select exists (select 1 from ${openDays} and day <= ${lastClosableDay}) as found`,
)
/** Idempotent: concurrent readers write the same sums. */
const closeDays = statement<object>(
  'owner_days_close',
  sql`insert into ${ownerDays} (owner_id, day, channel_id, count) select owner_id, day, channel_id, sum(count) from ${openDays} and day <= ${lastClosableDay}
    group by 1, 2, 3 on conflict do nothing`,
)

/** Newest first, without days that have no translation. */
export async function daysOf(
  db: Db,
  query: LogOwner & Filters & { zone: string; now: Date },
  span: Span | 'empty',
): Promise<DayCount[]> {
  if (span === 'empty') return []
  const { first, last, cut } = span
  const values = {
    ...query,
    now: query.now.toISOString(),
    first,
    last,
    begins: cut.map(({ begin }) => begin),
    ends: cut.map(({ end }) => end),
  }
  const readsChannelRollup = userScopeOf(query) === 'all' && isByChannel(query)
  if (readsChannelRollup && (await hasDaysToClose(db, values))[0]?.found)
    await closeDays(db, values)
  const rows = await (readsChannelRollup ? countByChannelDay : countByDay[userScopeOf(query)])(
    db,
    values,
  )
  return rows.filter(({ count }) => count > 0).toSorted((a, b) => (a.begin < b.begin ? 1 : -1))
}

/**
 * The days that contain rows of the page, and the number of rows before the page in the first of
 * them.
 */
export function segmentsOf(
  days: readonly DayCount[],
  { offset, size }: { offset: number; size: number },
): { total: number; segments: Segment[]; skip: number } {
  const segments: Segment[] = []
  let before = 0
  let skip = 0
  for (const { count, ...segment } of days) {
    if (before + count > offset && before < offset + size) {
      if (segments.length === 0) skip = offset - before
      segments.push(segment)
    }
    before += count
  }
  return { total: before, segments, skip }
}
