/** Prepares the usage data of the server for the chart, its tables and its links. */
import { isMonth, type Series, totalAt } from '#console/charts/stacked-bars.tsx'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { otherGroups, type usage, type GroupUsage } from '#contract/usage.ts'
import { isMain } from '#contract/roles.ts'
import { allUsers } from '#contract/translation.ts'
import type { User } from '#contract/user.ts'
import { toWire } from '#client/i18n/time.ts'

export type Grouping = InputOf<typeof usage.daily>['groupBy'] & string
export type Daily = OutputOf<typeof usage.daily>
export type UsageShape = {
  readonly days: readonly string[]
  /** All groups, most used first. */
  readonly groups: readonly (Series & { readonly chars: number })[]
  /** Series of the chart; the last one sums up the remaining groups, if any. */
  readonly chartSeries: readonly Series[]
  readonly total: number
  /** The day with the highest usage; undefined without usage. */
  readonly peak: { readonly day: string; readonly chars: number } | undefined
}

/** Number of distinguishable colours; one more is for the remaining groups. */
const maxSeries = 6

/**
 * Builds the series of the `count` days up to the last day. Days before the data, or before a group
 * existed, are null.
 */
export function buildUsageShape(
  { lastDay, groups, rows }: Daily,
  count: number,
  nameOf: (group: GroupUsage) => string,
): UsageShape {
  const days = daysUpTo(lastDay, count)
  const charsByDay = new Map(rows.map(({ groupId, day, chars }) => [`${groupId} ${day}`, chars]))
  const allGroups = groups.map((group) => ({
    key: String(group.id),
    label: nameOf(group),
    chars: group.chars,
    values: days.map((day) => charsByDay.get(`${group.id} ${day}`) ?? null),
  }))
  const remaining = allGroups.filter(
    (group, index) => index >= maxSeries || group.key === otherGroups,
  )
  const remainder = {
    ...otherGroup,
    label: nameOf(otherGroup),
    values: days.map((_, index) => totalAt(remaining, index)),
  }
  const totals = days.map((day, index) => ({ day, chars: totalAt(allGroups, index) ?? 0 }))
  const peak = totals.reduce((best, entry) => (entry.chars > best.chars ? entry : best), {
    day: '',
    chars: 0,
  })
  return {
    days,
    groups: allGroups,
    chartSeries:
      remaining.length > 0
        ? [...allGroups.filter((group) => !remaining.includes(group)), remainder]
        : allGroups,
    total: totals.reduce((sum, { chars }) => sum + chars, 0),
    peak: peak.chars > 0 ? peak : undefined,
  }
}

/** Sums the usage by month (`YYYY-MM`); a month is null only if all its days are. */
export function groupByMonth({ days, groups, chartSeries, total }: UsageShape): UsageShape {
  const months = [...new Set(days.map((day) => day.slice(0, 7)))]
  const sumByMonth = <S extends Series>(series: S): S => ({
    ...series,
    values: months.map((month) => {
      const charsByDay = series.values.filter(
        (value, index) => value !== null && days[index]!.startsWith(month),
      )
      return charsByDay.length === 0
        ? null
        : charsByDay.reduce<number>((sum, value) => sum + (value ?? 0), 0)
    }),
  })
  const all = groups.map(sumByMonth)
  const peak = months
    .map((month, index) => ({ day: month, chars: totalAt(all, index) ?? 0 }))
    .reduce((best, entry) => (entry.chars > best.chars ? entry : best), { day: '', chars: 0 })
  return {
    days: months,
    groups: all,
    chartSeries: chartSeries.map(sumByMonth),
    total,
    peak: peak.chars > 0 ? peak : undefined,
  }
}

const otherGroup = { id: otherGroups, key: otherGroups, name: null, enName: null, chars: 0 }

/** Filters of the translation log for a day, a month or a group; undefined if none fits. */
export type LogQueryOf = (
  selection: { day: string } | { group: string },
) => Record<string, string> | undefined

/**
 * Usage of a main account includes its sub-accounts, and so do the filters, unless it is that of one
 * sub-account.
 */
export function logQueryOf(
  user: User,
  { firstDay, lastDay }: Daily,
  grouping: Grouping,
  childUserId?: string,
): LogQueryOf {
  const allUsersFilter = isMain(user) ? { childUserId: childUserId ?? allUsers } : {}
  /** Filter for a day or a month, clipped to the range with data. */
  const queryOfPeriod = (day: string) => {
    if (!isMonth(day))
      return day < firstDay ? undefined : { ...allUsersFilter, ...timeRange(day, day) }
    const [first, last] = [`${day}-01`, endOfMonth(day)]
    return last < firstDay
      ? undefined
      : {
          ...allUsersFilter,
          ...timeRange(first < firstDay ? firstDay : first, last > lastDay ? lastDay : last),
        }
  }
  return (selection) => {
    if ('day' in selection) return queryOfPeriod(selection.day)
    if (selection.group === otherGroups) return undefined
    const days = timeRange(firstDay, lastDay)
    if (grouping === 'channel')
      return { ...allUsersFilter, ...days, tranChannelId: selection.group }
    return selection.group === String(user.userId)
      ? days
      : { ...days, childUserId: selection.group }
  }
}

const timeRange = (first: string, last: string) => ({
  createDateTimeBegin: `${first} 00:00:00`,
  createDateTimeEnd: `${last} 23:59:59`,
})

export const msPerDay = 24 * 60 * 60 * 1000

/** The current day (`YYYY-MM-DD`) in the business time zone, not the browser's. */
export const today = (now: Date): string => toWire(now).slice(0, 10)

/** Adds days, which may be negative. */
export const plusDays = (from: string, days: number): string =>
  new Date(Date.parse(`${from}T00:00:00Z`) + days * msPerDay).toISOString().slice(0, 10)

/** Number of days from one date to a later one. */
export const daysBetween = (from: string, to: string): number =>
  (Date.parse(to) - Date.parse(from)) / msPerDay

/** The last `count` days up to and including `last`, oldest first. */
export const daysUpTo = (last: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => plusDays(last, index - count + 1))

/** The last day of a month (`YYYY-MM`). */
export const endOfMonth = (month: string): string =>
  plusDays(`${plusDays(`${month}-01`, 31).slice(0, 7)}-01`, -1)
