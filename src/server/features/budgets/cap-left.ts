/** What a cap of a day or a month leaves, and when it resets by the business calendar. */
import { sql, type SQL } from 'drizzle-orm'
import { typedPlaceholder } from '#server/platform/db/prepared-statement.ts'
import { addDays } from '#server/platform/db/time.ts'

const zone = typedPlaceholder('zone', 'text')
const today = typedPlaceholder('today', 'date')

/** Columns of `PeriodEnds`; need the placeholders `today` and `zone`. */
export const periodEndColumns: SQL = sql`extract(epoch from (${today} + 1)::timestamp at time zone ${zone})::float8 as "dayEnd",
      extract(epoch from (date_trunc('month', ${today}::timestamp) + interval '1 month') at time zone ${zone})::float8 as "monthEnd"`

/** Ends of today and of this month, in seconds since 1970. */
export type PeriodEnds = { dayEnd: number; monthEnd: number }

export type CapLeft = {
  limit: number
  used: number
  left: number
  resetDateTime: string
  secondsLeft: number
}

/** `today`: the day of `now` in the zone of `ends`. */
export function toCapLeft(
  period: 'day' | 'month',
  { limit, used }: Pick<CapLeft, 'limit' | 'used'>,
  { dayEnd, monthEnd }: PeriodEnds,
  { today: day, now }: { today: string; now: Date },
): CapLeft {
  const resetDay = period === 'day' ? addDays(day, 1) : nextMonth(day)
  const end = period === 'day' ? dayEnd : monthEnd
  return {
    limit,
    used,
    left: Math.max(0, limit - used),
    resetDateTime: `${resetDay} 00:00:00`,
    secondsLeft: Math.max(1, Math.ceil(end - now.getTime() / 1_000)),
  }
}

/** First day of the month after that of the day. */
function nextMonth(day: string): string {
  const date = new Date(day)
  return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1))
    .toISOString()
    .slice(0, 10)
}
