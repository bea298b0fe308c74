/** Calendar dates as `YYYY-MM-DD`; outside the years 1 to 9999 as PostgreSQL's ±`infinity`. */

const day = 86_400_000

export function plusDays(date: string, days: number): string {
  const then = new Date(Date.parse(date) + days * day)
  if (then.getUTCFullYear() > 9999) return 'infinity'
  return then.getUTCFullYear() < 1 ? '-infinity' : then.toISOString().slice(0, 10)
}

/** Every day from first to last, both included; empty if first is later. */
export function daysBetween(first: string, last: string): string[] {
  const [from, until] = [Date.parse(first), Date.parse(last)]
  return Array.from({ length: Math.max(0, (until - from) / day + 1) }, (_, index) =>
    new Date(from + index * day).toISOString().slice(0, 10),
  )
}

/** The full calendar months between two days; `until` is exclusive. Both are `first` if none. */
export function wholeMonths(first: string, last: string): { from: string; until: string } {
  if (first > last) return { from: first, until: first }
  const from = first.endsWith('-01') ? first : monthAfter(first)
  const until = `${plusDays(last, 1).slice(0, 7)}-01`
  return from < until ? { from, until } : { from: first, until: first }
}

export const endOfMonth = (within: string): string => plusDays(monthAfter(within), -1)

const monthAfter = (date: string) => `${plusDays(`${date.slice(0, 7)}-01`, 31).slice(0, 7)}-01`
