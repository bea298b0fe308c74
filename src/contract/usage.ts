/** Usage: how many characters were translated day by day, and how long what is left will last at that rate. */
import * as z from 'zod/mini'
import { UsageGroup } from '#contract/codes.ts'
import { get, Nothing } from '#contract/endpoint.ts'
import { limits } from '#contract/limits.ts'
import { Count, Day, Id, localized, meaning, Text } from '#contract/vocabulary.ts'

const Days = z.int().check(z.gte(1), z.lte(limits.usage.mostDays))
meaning.add(Days, { kind: 'count' })

/** The id of the group that stands for all groups beyond the most used ones. */
export const otherGroups = 'others'

/** A channel or a user with all characters of the time asked for. `name` is null for a deleted user and for the others. */
export const UsageOf = z.object({ id: Id, name: z.nullish(localized('enName')), enName: z.nullish(Text), chars: Count })
export type UsageOf = z.output<typeof UsageOf>

/** One group's characters on one day. A day without use is a row of zero; a day before the account existed has no row. */
export const UsageDay = z.object({ day: Day, groupId: Id, chars: Count })
export type UsageDay = z.output<typeof UsageDay>

export const usage = {
  daily: get(
    '/usage/daily',
    z.object({ days: z._default(Days, limits.usage.days), groupBy: z._default(UsageGroup, 'channel') }),
    z.object({ firstDay: Day, lastDay: Day, groups: z.array(UsageOf), rows: z.array(UsageDay) }),
    {
      access: 'member',
      does: 'Tells how many characters were translated on each of the last days, today included, by channel or by user; a main account is told of its sub-accounts too.',
    },
  ),

  forecast: get('/usage/forecast', Nothing, z.object({ daysLeft: z.nullable(Count), dailyAverage: Count }), {
    access: 'member',
    does: 'Tells the characters translated a day on average, and how many days what is left will last at that rate; null when nothing uses it up.',
  }),
}
