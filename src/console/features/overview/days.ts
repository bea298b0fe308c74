/** Date arithmetic on days (`YYYY-MM-DD`) of the business time zone, whatever the browser's. */
import { toWire } from '#client/i18n/time.ts'

const day = 24 * 60 * 60 * 1000

export const today = (now: Date): string => toWire(now).slice(0, 10)

/** Adds days, which may be negative. */
export const plusDays = (from: string, days: number): string =>
  new Date(Date.parse(`${from}T00:00:00Z`) + days * day).toISOString().slice(0, 10)

/** Number of days from one date to a later one. */
export const daysBetween = (from: string, to: string): number =>
  (Date.parse(to) - Date.parse(from)) / day

/** The last `count` days up to and including `last`, oldest first. */
export const daysUpTo = (last: string, count: number): string[] =>
  Array.from({ length: count }, (_, at) => plusDays(last, at - count + 1))

/** The last day of a month (`YYYY-MM`). */
export const endOfMonth = (month: string): string =>
  plusDays(`${plusDays(`${month}-01`, 31).slice(0, 7)}-01`, -1)
