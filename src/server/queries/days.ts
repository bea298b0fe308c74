/** Days of a calendar as texts, `YYYY-MM-DD`. */

const day = 86_400_000

/** Every day from one to another, both included; none when the first is later. */
export function daysBetween(first: string, last: string): string[] {
  const [from, until] = [Date.parse(first), Date.parse(last)]
  return Array.from({ length: Math.max(0, (until - from) / day + 1) }, (_, index) => new Date(from + index * day).toISOString().slice(0, 10))
}
