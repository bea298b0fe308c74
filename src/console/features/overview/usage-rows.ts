/**
 * Which translations a number of the usage chart comes from, as a filter of the translation log.
 */
import { endOfMonth } from '#console/features/overview/days.ts'
import type { By, Daily } from '#console/features/overview/usage-shape.ts'
import { isMain } from '#contract/roles.ts'
import { otherGroups } from '#contract/usage.ts'
import type { User } from '#contract/users.ts'

/** Undefined where no filter picks these rows. */
export type RowsOf = (
  what: { day: string } | { group: string },
) => Record<string, string> | undefined

/** A main account is told of everybody, so it is led to the translations of everybody. */
export function rowsOf(user: User, { firstDay, lastDay }: Daily, by: By): RowsOf {
  const all = isMain(user) ? { childUserId: 'all' } : {}
  /** A day, or a month, as far as there is data. */
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
