/**
 * Date-times of the wire, `YYYY-MM-DD HH:mm:ss` in the business time zone, made and read by the
 * database.
 */
import { and, sql, type Column, type Placeholder, type SQL } from 'drizzle-orm'

type Zone = string | Placeholder
/** Wire times, both included; what is absent is open. */
export type TimeRange = { begin?: string | undefined; end?: string | undefined }

/** A point in time as text; null stays null. */
export const wireTime = <T extends string | null = string>(
  moment: Column | SQL,
  zone: Zone,
): SQL<T> => sql<T>`to_char(${moment} at time zone ${zone}, 'YYYY-MM-DD HH24:MI:SS')`

/** The same without a database, for a point in time that is in none. */
export const wireTimeOf = (moment: Date, zone: string): string => formatOf(zone).format(moment)

/** A point in time from a wire time. */
export const momentOf = (text: string | Placeholder, zone: Zone): SQL =>
  sql`(${text}::timestamp at time zone ${zone})`

/** The end of the second that a wire time names, because moments are finer than wire times. */
export const endOfSecond = (text: string | Placeholder, zone: Zone): SQL =>
  sql`((${text}::timestamp + interval '1 second') at time zone ${zone})`

export const inRange = (at: Column, { begin, end }: TimeRange, zone: Zone): SQL | undefined =>
  and(
    begin === undefined ? undefined : sql`${at} >= ${momentOf(readable(begin), zone)}`,
    end === undefined ? undefined : sql`${at} < ${endOfSecond(readable(end), zone)}`,
  )

/** PostgreSQL's calendar has no year 0. */
export const readable = (text: string): string => (text < earliest ? earliest : text)
const earliest = '0001-01-01 00:00:00'

const formats = new Map<string, Intl.DateTimeFormat>()

/** Making one is slow. Swedish writes dates as the wire does. */
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
