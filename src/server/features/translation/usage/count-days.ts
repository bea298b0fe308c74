/** Counts the translation log by day, for totals and to find the days that a page reads. */
import { sql } from 'drizzle-orm'
import { translationFloors, translationLog } from '#server/features/translation/table.ts'
import { closeOwnerDays, selectDays } from '#server/features/translation/usage/days.ts'
import {
  matches,
  prepareSelection,
  type Filters,
  type LogOwner,
} from '#server/features/translation/usage/filters.ts'
import type { Db } from '#server/platform/db/open.ts'
import { typedPlaceholder } from '#server/platform/db/prepared-statement.ts'
import { addDays, clampToYear1, type TimeRange } from '#server/platform/db/time.ts'

/** Date-times in the API's format, both inclusive. */
type Segment = { begin: string; end: string }
/** `first` to `last`: full days, inclusive; null: unbounded. `partialDays`: those at the ends. */
type Span = { first: string | null; last: string | null; partialDays: Segment[] }
type DayCount = Segment & { count: number }

const midnight = ' 00:00:00'
const lastSecond = ' 23:59:59'
const dayOf = (time: string) => time.slice(0, 10)

/** Null: the range ends before it begins. */
function toSpan(range: TimeRange): Span | null {
  const begin = range.begin === undefined ? null : clampToYear1(range.begin)
  const end = range.end === undefined ? null : clampToYear1(range.end)
  if (begin !== null && end !== null && end < begin) return null
  const from = begin?.endsWith(midnight) ? null : begin
  const until = end?.endsWith(lastSecond) ? null : end
  return {
    first: begin && addDays(dayOf(begin), from ? 1 : 0),
    last: end && addDays(dayOf(end), until ? -1 : 0),
    partialDays:
      from && until && dayOf(from) === dayOf(until)
        ? [{ begin: from, end: until }]
        : [
            ...(from ? [{ begin: from, end: dayOf(from) + lastSecond }] : []),
            ...(until ? [{ begin: dayOf(until) + midnight, end: until }] : []),
          ],
  }
}

const zone = typedPlaceholder('zone', 'text')

/**
 * Whole days from the roll-ups, parts of days from the log. Excludes days whose rows were deleted
 * with their month.
 */
const countStatement = prepareSelection<DayCount>(
  'log_count',
  (
    selection,
  ) => sql`select day || ${sql.raw(`'${midnight}'`)} as begin, day || ${sql.raw(`'${lastSecond}'`)} as end, sum(count::float8) as count
      from (${selectDays(selection)}) as used
      where day between coalesce(${typedPlaceholder('first', 'date')}, '-infinity') and coalesce(${typedPlaceholder('last', 'date')}, 'infinity')
        and day >= coalesce((select (max(until) at time zone ${zone})::date from ${translationFloors} where owner_id = ${typedPlaceholder('ownerId', 'bigint')}), '-infinity')
      group by day
    union all select c.b, c.e, (select count(*)::float8 from ${translationLog} where ${matches(translationLog, selection)} and at >= c.b::timestamp at time zone ${zone}
      and at < (c.e::timestamp + interval '1 second') at time zone ${zone}) from unnest(${typedPlaceholder('begins', 'text[]')}, ${typedPlaceholder('ends', 'text[]')}) as c(b, e)`,
)

/** Newest first, without days that have no translation. */
export async function countDays(
  db: Db,
  query: LogOwner & Filters & { zone: string; now: Date },
  range: TimeRange,
): Promise<DayCount[]> {
  const span = toSpan(range)
  if (!span) return []
  if (query.userId === null) await closeOwnerDays(db, query.ownerId, query.zone, query.now)
  const { first, last, partialDays } = span
  const rows = await countStatement(db, {
    ...query,
    first,
    last,
    begins: partialDays.map(({ begin }) => begin),
    ends: partialDays.map(({ end }) => end),
  })
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
