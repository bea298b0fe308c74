/** SQL conditions of the translation log's filters, over its rows and over its roll-ups by day. */
import { sql, type Column, type SQL } from 'drizzle-orm'
import type { ParsedInputOf } from '#contract/endpoint.ts'
import type { translationLog as calls } from '#contract/translation.ts'
import { isId } from '#server/platform/db/columns.ts'
import { users } from '#server/features/accounts/table.ts'
import {
  ownerDays,
  translationDays,
  translationFloors,
  translationLog,
  translationMonths,
  usageDays,
} from '#server/features/translation/table.ts'
import type { Db } from '#server/platform/db/open.ts'
import { prepareStatement, typedPlaceholder } from '#server/platform/db/prepared-statement.ts'
import { addDays, clampToYear1, type TimeRange } from '#server/platform/db/time.ts'

/** `userId` null: all users of the owner. */
export type LogOwner = { ownerId: string; userId: string | null }

export type Filters = Record<'channelId' | 'source' | 'target' | 'clientType', string | null>

/**
 * Statements for one user and for all are separate, because a common one would read the whole
 * account group for one user.
 */
export type UserScope = 'one' | 'all'
export const toUserScope = ({ userId }: LogOwner): UserScope => (userId === null ? 'all' : 'one')
export const createByScope = <S>(create: (scope: UserScope) => S): Record<UserScope, S> => ({
  one: create('one'),
  all: create('all'),
})

/** Malformed ids match nothing. */
export function toFilters(query: Partial<ParsedInputOf<typeof calls.usage>>): Filters {
  const { tranChannelId, sourceLangCode, targetLangCode, clientType } = query
  const channel = tranChannelId === undefined ? null : String(tranChannelId)
  return {
    channelId: channel === null || isId(channel) ? channel : '0',
    source: sourceLangCode ?? null,
    target: targetLangCode ?? null,
    clientType: clientType ?? null,
  }
}

const optionalEquals = (column: Column, name: string, type: string) =>
  sql`(${typedPlaceholder(name, type)} is null or ${column} = ${typedPlaceholder(name, type)})`
const allFilters = (
  table: typeof translationLog | typeof translationDays,
) => sql`${optionalEquals(table.channelId, 'channelId', 'bigint')} and ${optionalEquals(table.source, 'source', 'text')}
  and ${optionalEquals(table.target, 'target', 'text')} and ${optionalEquals(table.clientType, 'clientType', 'text')}`

const isOfOwner = (column: Column) => sql`${column} = ${typedPlaceholder('ownerId', 'bigint')}`
const isOfUser = (column: Column, scope: UserScope) =>
  scope === 'one' ? sql`${column} = ${typedPlaceholder('userId', 'bigint')}` : sql`true`

/** Uses the placeholders `ownerId` and `userId`. */
export const ownRowsCondition = (scope: UserScope) =>
  sql`${isOfOwner(translationLog.ownerId)} and ${isOfUser(translationLog.userId, scope)}`
/** Uses the filters' placeholders too. */
export const filteredRowsCondition = (scope: UserScope) =>
  sql`${ownRowsCondition(scope)} and ${allFilters(translationLog)}`

type RollupTable = typeof translationDays | typeof translationMonths

/** Selects all of an owner's rows by user ids, because the roll-ups are ordered by user. */
const rollupCondition = (table: RollupTable, scope: UserScope, filters: SQL) => {
  const userCondition =
    scope === 'one'
      ? isOfUser(table.userId, scope)
      : sql`${table.userId} in (select ${users.userId} from ${users} where ${isOfOwner(users.ownerId)})`
  return sql`${isOfOwner(table.ownerId)} and ${userCondition} and ${filters}`
}
const daysCondition = (scope: UserScope) =>
  rollupCondition(translationDays, scope, allFilters(translationDays))

const filterTypes = {
  channelId: 'bigint',
  source: 'text',
  target: 'text',
  clientType: 'text',
} as const
export type Filter = keyof Filters
export const activeFilters = (filters: Filters): Filter[] =>
  (Object.keys(filterTypes) as Filter[]).filter((name) => filters[name] !== null)

/** Compares only the given filters. */
export const rowsConditionFor = (scope: UserScope, names: readonly Filter[]) =>
  sql.join(
    [
      ownRowsCondition(scope),
      ...names.map(
        (name) => sql`${translationLog[name]} = ${typedPlaceholder(name, filterTypes[name])}`,
      ),
    ],
    sql` and `,
  )

/**
 * Compares only the given filters: over a year, evaluating the others for each row costs more than
 * reading the rows.
 */
const createRollupCondition =
  (table: RollupTable) => (scope: UserScope, names: readonly Filter[]) => {
    const filters = names.map(
      (name) => sql`${table[name]} = ${typedPlaceholder(name, filterTypes[name])}`,
    )
    return rollupCondition(
      table,
      scope,
      filters.length > 0 ? sql.join(filters, sql` and `) : sql`true`,
    )
  }
export const daysConditionFor = createRollupCondition(translationDays)
export const monthsConditionFor = createRollupCondition(translationMonths)

/** Condition of `usageDays`, the smaller roll-up, which has only users and channels. */
export const usageCondition = (scope: UserScope) =>
  sql`${isOfOwner(usageDays.ownerId)} and ${isOfUser(usageDays.userId, scope)} and ${optionalEquals(usageDays.channelId, 'channelId', 'bigint')}`
export const filtersByChannelOnly = ({ source, target, clientType }: Filters): boolean =>
  source === null && target === null && clientType === null

/** Date-times in the API's format, both inclusive. */
type Segment = { begin: string; end: string }
/** `first` to `last`: full days, inclusive; null: unbounded. `partialDays`: those at the ends. */
type Span = { first: string | null; last: string | null; partialDays: Segment[] }
type DayCount = Segment & { count: number }

const midnight = ' 00:00:00'
const lastSecond = ' 23:59:59'
const dayOf = (time: string) => time.slice(0, 10)

/** `empty`: the range ends before it begins. */
export function toSpan({ begin, end }: TimeRange): Span | 'empty' {
  const [from, until] = [
    begin === undefined ? undefined : clampToYear1(begin),
    end === undefined ? undefined : clampToYear1(end),
  ]
  if (from !== undefined && until !== undefined && until < from) return 'empty'
  const isWholeDay = {
    begin: from === undefined || from.endsWith(midnight),
    end: until === undefined || until.endsWith(lastSecond),
  }
  if (
    from !== undefined &&
    until !== undefined &&
    dayOf(from) === dayOf(until) &&
    !(isWholeDay.begin && isWholeDay.end)
  ) {
    return {
      first: addDays(dayOf(from), 1),
      last: dayOf(from),
      partialDays: [{ begin: from, end: until }],
    }
  }
  const partialDays: Segment[] = []
  if (!isWholeDay.begin) partialDays.push({ begin: from!, end: dayOf(from!) + lastSecond })
  if (!isWholeDay.end) partialDays.push({ begin: dayOf(until!) + midnight, end: until! })
  return {
    first: from === undefined ? null : addDays(dayOf(from), isWholeDay.begin ? 0 : 1),
    last: until === undefined ? null : addDays(dayOf(until), isWholeDay.end ? 0 : -1),
    partialDays,
  }
}

const zone = typedPlaceholder('zone', 'text')

const spanCondition = sql`day between coalesce(${typedPlaceholder('first', 'date')}, '-infinity') and coalesce(${typedPlaceholder('last', 'date')}, 'infinity')
      and day >= coalesce((select (max(until) at time zone ${zone})::date from ${translationFloors} where owner_id = ${typedPlaceholder('ownerId', 'bigint')}), '-infinity')`

/**
 * Counts by day, from each of the roll-ups `days`, and by part of a day, from the log. Excludes days
 * whose rows were deleted with their month.
 */
const createCountStatement = (name: string, scope: UserScope, days: readonly SQL[]) =>
  prepareStatement<{ begin: string; end: string; count: number }>(
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
    union all select c.b, c.e, (select count(*)::float8 from ${translationLog} where ${filteredRowsCondition(scope)} and at >= c.b::timestamp at time zone ${zone}
      and at < (c.e::timestamp + interval '1 second') at time zone ${zone}) from unnest(${typedPlaceholder('begins', 'text[]')}, ${typedPlaceholder('ends', 'text[]')}) as c(b, e)`,
  )

const countByDay = createByScope((scope) =>
  createCountStatement('translation_days_counted', scope, [
    sql`${translationDays} where ${daysCondition(scope)}`,
  ]),
)

const lastClosedDay = sql`coalesce((select max(day) from ${ownerDays} where owner_id = ${typedPlaceholder('ownerId', 'bigint')}), '-infinity')`
const openDays = sql`${usageDays} where owner_id = ${typedPlaceholder('ownerId', 'bigint')} and day > ${lastClosedDay}`
/** Reads closed days from one row per channel, and later days from one row per user and channel. */
const countByChannelDay = createCountStatement('owner_days_counted', 'all', [
  sql`${ownerDays} where owner_id = ${typedPlaceholder('ownerId', 'bigint')} and (${typedPlaceholder('channelId', 'bigint')} is null or channel_id = ${typedPlaceholder('channelId', 'bigint')})`,
  sql`${usageDays} where ${usageCondition('all')} and day > ${lastClosedDay}`,
])

/**
 * Days that ended at least an hour ago: a translation dated shortly before midnight may commit
 * after it, but within an hour.
 */
const lastClosableDay = sql`((${typedPlaceholder('now', 'timestamptz')} - interval '1 hour') at time zone ${zone})::date - 1`
const hasDaysToClose = prepareStatement<{ found: boolean }>(
  'owner_days_to_close',
  sql`select exists (select 1 from ${openDays} and day <= ${lastClosableDay}) as found`,
)
/** Idempotent: concurrent readers write the same sums. */
const closeDays = prepareStatement<object>(
  'owner_days_close',
  sql`insert into ${ownerDays} (owner_id, day, channel_id, count) select owner_id, day, channel_id, sum(count) from ${openDays} and day <= ${lastClosableDay}
    group by 1, 2, 3 on conflict do nothing`,
)

/** Newest first, without days that have no translation. */
export async function countDays(
  db: Db,
  query: LogOwner & Filters & { zone: string; now: Date },
  span: Span | 'empty',
): Promise<DayCount[]> {
  if (span === 'empty') return []
  const { first, last, partialDays } = span
  const values = {
    ...query,
    now: query.now.toISOString(),
    first,
    last,
    begins: partialDays.map(({ begin }) => begin),
    ends: partialDays.map(({ end }) => end),
  }
  const readsChannelRollup = toUserScope(query) === 'all' && filtersByChannelOnly(query)
  if (readsChannelRollup && (await hasDaysToClose(db, values))[0]?.found)
    await closeDays(db, values)
  const rows = await (readsChannelRollup ? countByChannelDay : countByDay[toUserScope(query)])(
    db,
    values,
  )
  return rows.filter(({ count }) => count > 0).toSorted((a, b) => (a.begin < b.begin ? 1 : -1))
}

/**
 * The days that contain rows of the page, and the number of rows before the page in the first of
 * them.
 */
export function selectSegments(
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
