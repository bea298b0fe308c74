/** Date-times of the API and calendar days, in the business time zone. */
import { and, sql, type Column, type Placeholder, type SQL } from 'drizzle-orm'
import type { Db } from '#server/platform/db/open.ts'

type Zone = string | Placeholder
/** API date-times, both inclusive; undefined is open. */
export type TimeRange = { begin?: string | undefined; end?: string | undefined }

/** Formats a timestamp; null stays null. */
export const wireTime = <T extends string | null = string>(
  moment: Column | SQL,
  zone: Zone,
): SQL<T> => sql<T>`to_char(${moment} at time zone ${zone}, 'YYYY-MM-DD HH24:MI:SS')`

/** Formats a timestamp without a database query. */
export const formatWireTime = (moment: Date, zone: string): string =>
  getFormatter(zone).format(moment)

/** Timestamp of an API date-time. */
export const toTimestamp = (text: string | Placeholder, zone: Zone): SQL =>
  sql`(${text}::timestamp at time zone ${zone})`

/** Timestamp of an API date-time as a Date. */
export async function parseWireTime(db: Db, text: string, zone: string): Promise<Date> {
  const { rows } = await db.execute<{ at: string }>(
    sql`select to_char(${toTimestamp(clampToYear1(text), zone)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as at`,
  )
  return new Date(rows[0]!.at)
}

/** End of the second, exclusive, since timestamps are finer than API date-times. */
export const toSecondEnd = (text: string | Placeholder, zone: Zone): SQL =>
  sql`((${text}::timestamp + interval '1 second') at time zone ${zone})`

export const isInRange = (at: Column, { begin, end }: TimeRange, zone: Zone): SQL | undefined =>
  and(
    begin === undefined ? undefined : sql`${at} >= ${toTimestamp(clampToYear1(begin), zone)}`,
    end === undefined ? undefined : sql`${at} < ${toSecondEnd(clampToYear1(end), zone)}`,
  )

/** PostgreSQL has no year 0. */
export const clampToYear1 = (text: string): string =>
  text < earliestWireTime ? earliestWireTime : text
const earliestWireTime = '0001-01-01 00:00:00'

const formatters = new Map<string, Intl.DateTimeFormat>()

/** Cached, since constructing a formatter is slow. Swedish uses the API's date format. */
function getFormatter(timeZone: string): Intl.DateTimeFormat {
  const known = formatters.get(timeZone)
  if (known) return known
  const formatter = new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    dateStyle: 'short',
    timeStyle: 'medium',
  })
  formatters.set(timeZone, formatter)
  return formatter
}

const dayMilliseconds = 86_400_000

/** Calendar dates as `YYYY-MM-DD`; outside the years 1 to 9999 as PostgreSQL's ±`infinity`. */
export function addDays(date: string, days: number): string {
  const moved = new Date(Date.parse(date) + days * dayMilliseconds)
  if (moved.getUTCFullYear() > 9999) return 'infinity'
  return moved.getUTCFullYear() < 1 ? '-infinity' : moved.toISOString().slice(0, 10)
}

/** Every dayMilliseconds from first to last, both included; empty if first is later. */
export function listDays(first: string, last: string): string[] {
  const [from, until] = [Date.parse(first), Date.parse(last)]
  return Array.from({ length: Math.max(0, (until - from) / dayMilliseconds + 1) }, (_, index) =>
    new Date(from + index * dayMilliseconds).toISOString().slice(0, 10),
  )
}
