/** Usage: characters translated by day, by person, and how long what is left lasts at that rate. */
import * as z from 'zod/mini'
import { UsageGroup } from '#contract/codes.ts'
import { get, Nothing } from '#contract/endpoint.ts'
import { limits } from '#contract/limits.ts'
import { Count, Day, Flag, Id, localized, fieldType, Text } from '#contract/vocabulary.ts'

const Days = z.int().check(z.gte(1), z.lte(limits.usage.mostDays))
fieldType.add(Days, { kind: 'count' })
const PeopleLimit = z.int().check(z.gte(1), z.lte(limits.usage.mostPeople))
fieldType.add(PeopleLimit, { kind: 'count' })

/** The id of the group that stands for all groups beyond the most used ones. */
export const otherGroups = 'others'

/**
 * A channel or a user with all characters of the time asked for. `name` is null for a deleted user
 * and for the others.
 */
export const UsageOf = z.object({
  id: Id,
  name: z.nullish(localized('enName')),
  enName: z.nullish(Text),
  chars: Count,
})
export type UsageOf = z.output<typeof UsageOf>

/**
 * One group's characters on one day. A day without use is a row of zero; a day before the account
 * existed has no row.
 */
export const UsageDay = z.object({ day: Day, groupId: Id, chars: Count })
export type UsageDay = z.output<typeof UsageDay>

/** Characters used since the first of this month, on the same days of last month, and left now. */
const Usage = { chars: Count, previousChars: Count, usableCharNum: Count }

/**
 * One person of an account; `account` is null once deleted. `byDay` has one number for each day of
 * the trend, the earliest first.
 */
export const UsagePerson = z.object({
  userId: Id,
  account: z.nullish(Text),
  nickname: z.nullish(Text),
  enabled: Flag,
  ...Usage,
  usableVoiceNum: Count,
  usableImageNum: Count,
  byDay: z.array(Count),
})
export type UsagePerson = z.output<typeof UsagePerson>

export const UsagePeople = z.object({
  /** This month up to today, and the same days of last month. */
  firstDay: Day,
  lastDay: Day,
  previousFirstDay: Day,
  previousLastDay: Day,
  /** The first day of `byDay`; its last one is `lastDay`. */
  trendFirstDay: Day,
  /**
   * How many people there are, and what all of them used and have, whether or not they have a row.
   */
  total: Count,
  all: z.object(Usage),
  rows: z.array(UsagePerson),
})
export type UsagePeople = z.output<typeof UsagePeople>

export const usage = {
  daily: get(
    '/usage/daily',
    z.object({
      days: z._default(Days, limits.usage.days),
      groupBy: z._default(UsageGroup, 'channel'),
    }),
    z.object({ firstDay: Day, lastDay: Day, groups: z.array(UsageOf), rows: z.array(UsageDay) }),
    {
      access: 'member',
      summary:
        'Returns the characters translated per day in the last days including today, by channel or by user; a main account’s result includes its sub-accounts.',
    },
  ),

  /**
   * `used` characters in the last `days` days, today included; `dailyAverage` is their rounded
   * quotient, and `daysLeft` is `left` divided by it, cut short by the end of a trial. A main
   * account is told of all its people together, a sub-account of itself.
   */
  forecast: get(
    '/usage/forecast',
    Nothing,
    z.object({
      daysLeft: z.nullable(Count),
      dailyAverage: Count,
      days: Count,
      used: Count,
      left: Count,
    }),
    {
      access: 'member',
      summary:
        'Returns the average characters used per day in the last days and how many days the balance lasts at that rate; null without a balance or usage.',
    },
  ),

  people: get(
    '/usage/people',
    z.object({ limit: z._default(PeopleLimit, limits.usage.people) }),
    UsagePeople,
    {
      access: 'main',
      summary:
        'Ranks the main account and its sub-accounts by characters used this month, with the same days of last month and the remaining quota of each.',
    },
  ),
}
