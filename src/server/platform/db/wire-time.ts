/** Date-times of the API: `YYYY-MM-DD HH:mm:ss` in the business time zone, formatted by SQL. */
import { and, sql, type Column, type Placeholder, type SQL } from 'drizzle-orm'

type Zone = string | Placeholder
/** API date-times, both inclusive; undefined is open. */
export type TimeRange = { begin?: string | undefined; end?: string | undefined }

/** Formats a timestamp; null stays null. */
export const wireTime = <T extends string | null = string>(
  moment: Column | SQL,
  zone: Zone,
): SQL<T> => sql<T>`to_char(${moment} at time zone ${zone}, 'YYYY-MM-DD HH24:MI:SS')`

/** The same without a database query. */
export const wireTimeOf = (moment: Date, zone: string): string => formatOf(zone).format(moment)

/** Timestamp of an API date-time. */
export const momentOf = (text: string | Placeholder, zone: Zone): SQL =>
  sql`(${text}::timestamp at time zone ${zone})`

/** End of the second, exclusive, since timestamps are finer than API date-times. */
export const endOfSecond = (text: string | Placeholder, zone: Zone): SQL =>
  sql`((${text}::timestamp + interval '1 second') at time zone ${zone})`

export const inRange = (at: Column, { begin, end }: TimeRange, zone: Zone): SQL | undefined =>
  and(
    begin === undefined ? undefined : sql`${at} >= ${momentOf(readable(begin), zone)}`,
    end === undefined ? undefined : sql`${at} < ${endOfSecond(readable(end), zone)}`,
  )

/** PostgreSQL has no year 0. */
export const readable = (text: string): string => (text < earliest ? earliest : text)
const earliest = '0001-01-01 00:00:00'

const formats = new Map<string, Intl.DateTimeFormat>()

/** Cached, since constructing a formatter is slow. Swedish uses the API's date format. */
function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone)
  if (known) return known
  const made = new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    dateStyle: 'short',
    timeStyle: 'medium',
  })
  formats.set(timeZone, made)
  return made
}
