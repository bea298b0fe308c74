/** Wire times `YYYY-MM-DD HH:mm:ss` in the business time zone, independent of the user's zone. */
import { language, localeTag } from '#client/i18n/language.ts'
import type { Lang } from '#locales/messages.ts'

export const businessZone: string = import.meta.env.VITE_TIME_ZONE || 'Asia/Shanghai'

const second = 1_000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

/** Formats a Date as a wire time. */
export function toWire(at: Date): string {
  const { year, month, day, hour, minute, second } = splitTime(at)
  return `${year}-${month}-${day} ${hour}:${minute}:${second}`
}

/** Parses a wire time. Times skipped or repeated by daylight saving use the adjacent offset. */
export function fromWire(text: string): Date {
  const asUtc = Date.parse(`${text.replace(' ', 'T')}Z`)
  const guess = asUtc - offsetAt(asUtc)
  return new Date(asUtc - offsetAt(guess))
}

export const wireNow = (now: Date = new Date()): string => toWire(now)

/**
 * From the start of the day `days` days ago to the end of today, in the business zone (spec 2.28,
 * 9.4).
 */
export function recentRange(days: number, now: Date = new Date()): [begin: string, end: string] {
  const today = toWire(now).slice(0, 10)
  const first = new Date(Date.parse(`${today}T00:00:00Z`) - days * day).toISOString().slice(0, 10)
  return [`${first} 00:00:00`, `${today} 23:59:59`]
}

const relativeFormats: Partial<Record<Lang, Intl.RelativeTimeFormat>> = {}

/** For example `3 hours ago` or `3小时前`. */
export function relativeTime(
  wireTime: string,
  now: Date = new Date(),
  lang: Lang = language(),
): string {
  /** Milliseconds; negative for a time in the past. */
  const difference = fromWire(wireTime).getTime() - now.getTime()
  const [unit, size] =
    units.find(([, unitSize]) => Math.abs(difference) >= unitSize) ?? (['second', second] as const)
  const format = (relativeFormats[lang] ??= new Intl.RelativeTimeFormat(localeTag(lang), {
    numeric: 'auto',
  }))
  return format.format(Math.trunc(difference / size), unit)
}

/** Part of the day for the greeting, from the local hour 0–23 (spec 2.23). */
export function partOfDay(hour: number): 'morning' | 'noon' | 'afternoon' | 'evening' {
  if (hour < 10) return 'morning'
  if (hour < 14) return 'noon'
  return hour < 18 ? 'afternoon' : 'evening'
}

/** Sizes in milliseconds, the largest first. */
const units = [
  ['year', 365 * day],
  ['month', 30 * day],
  ['day', day],
  ['hour', hour],
  ['minute', minute],
] as const

/** Cache by quarter of an hour: UTC offsets change only at quarter-hour boundaries. */
const offsets = new Map<number, number>()

/** UTC offset of the business zone in milliseconds at a time in milliseconds since the epoch. */
function offsetAt(at: number): number {
  const quarter = Math.floor(at / (15 * minute))
  const known = offsets.get(quarter)
  if (known !== undefined) return known
  const offset = computeOffset(at)
  offsets.set(quarter, offset)
  return offset
}

function computeOffset(at: number): number {
  const { year, month, day, hour, minute, second } = splitTime(new Date(at))
  return (
    Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`) -
    Math.floor(at / 1_000) * 1_000
  )
}

let wireFormat: Intl.DateTimeFormat | undefined

/** Parts of a time in the business zone, with leading zeros. */
function splitTime(at: Date) {
  wireFormat ??= new Intl.DateTimeFormat('en-CA', {
    timeZone: businessZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  })
  const parts = Object.fromEntries(
    wireFormat.formatToParts(at).map(({ type, value }) => [type, value]),
  )
  return parts as Record<'year' | 'month' | 'day' | 'hour' | 'minute' | 'second', string>
}
