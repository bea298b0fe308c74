/** Translation log filters for the rows behind a number of the usage chart. */
import { endOfMonth } from '#console/features/overview/days.ts'
import type { By, Daily } from '#console/features/overview/usage-shape.ts'
import { isMain } from '#contract/roles.ts'
import { otherGroups } from '#contract/usage.ts'
import type { User } from '#contract/users.ts'

/** Undefined if no filter selects these rows. */
export type RowsOf = (
  what: { day: string } | { group: string },
) => Record<string, string> | undefined

/** The usage of a main account includes its sub-accounts, so the filter does too. */
export function rowsOf(user: User, { firstDay, lastDay }: Daily, by: By): RowsOf {
  const all = isMain(user) ? { childUserId: 'all' } : {}
  /** Filter for a day or a month, clipped to the range with data. */
  const ofDay = (day: string) => {
    if (day.length === 10) return day < firstDay ? undefined : { ...all, ...daysOf(day, day) }
    const [first, last] = [`${day}-01`, endOfMonth(day)]
    return last < firstDay
      ? undefined
      : { ...all, ...daysOf(first < firstDay ? firstDay : first, last > lastDay ? lastDay : last) }
  }
  return (what) => {
    if ('day' in what) return ofDay(what.day)
    if (what.group === otherGroups) return undefined
    const days = daysOf(firstDay, lastDay)
    if (by === 'channel') return { ...all, ...days, tranChannelId: what.group }
    return what.group === String(user.userId) ? days : { ...days, childUserId: what.group }
  }
}

const daysOf = (first: string, last: string) => ({
  createDateTimeBegin: `${first} 00:00:00`,
  createDateTimeEnd: `${last} 23:59:59`,
})
