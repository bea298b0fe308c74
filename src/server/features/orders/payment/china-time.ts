/** Converts between Date and China Standard Time (UTC+8, no daylight saving time since 1991). */

const offset = 8 * 3_600_000

/** `2026-01-31T20:15:00+08:00` */
export const rfc3339 = (at: Date): string => `${local(at)}+08:00`

/** `2026-01-31 20:15:00` */
export const spaced = (at: Date): string => local(at).replace('T', ' ')

/** `20260131201500` */
export const compact = (at: Date): string => local(at).replace(/\D/g, '')

/** Parses all three formats; undefined for anything else. */
export function chinaTime(text: string): Date | undefined {
  const [, year, month, day, hour, minute, second] =
    /^(\d{4})-?(\d\d)-?(\d\d)[T ]?(\d\d):?(\d\d):?(\d\d)(?:\.\d+)?(?:\+08:00)?$/.exec(text) ?? []
  const at = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}+08:00`)
  return Number.isNaN(at.getTime()) ? undefined : at
}

const local = (at: Date) => new Date(at.getTime() + offset).toISOString().slice(0, 19)
