/** Usage: characters translated by day and by person, and a forecast of the balance. */
import * as z from 'zod/mini'
import { get, Nothing } from '#contract/endpoint.ts'
import { Role } from '#contract/account-role.ts'
import { businessLimits } from '#contract/business-limits.ts'
import { Day } from '#contract/field-constructors.ts'
import { Count, Flag, Id, localized, fieldTypeRegistry, Text, code } from '#contract/vocabulary.ts'

/** Groups usage by translation channel or by user. */
export const UsageGroup = code('usageGroup', ['channel', 'user'])

const Days = z.int().check(z.gte(1), z.lte(businessLimits.usage.maxDays))
fieldTypeRegistry.add(Days, { kind: 'count' })
const PeopleLimit = z.int().check(z.gte(1), z.lte(businessLimits.usage.maxPeople))
fieldTypeRegistry.add(PeopleLimit, { kind: 'count' })

/** Id of the group that sums up all but the most used groups. */
export const otherGroups = 'others'

/**
 * Total of a channel or a user in the requested period. `name` is null for deleted users and for
 * the summary group.
 */
export const GroupUsage = z.object({
  id: Id,
  name: z.nullish(localized('enName')),
  enName: z.nullish(Text),
  chars: Count,
})
export type GroupUsage = z.output<typeof GroupUsage>

/** Characters of one group on one day: 0 without usage; no row before the account existed. */
export const UsageDay = z.object({ day: Day, groupId: Id, chars: Count })
export type UsageDay = z.output<typeof UsageDay>

/**
 * Characters used this month up to today and on the same days of last month, and characters left.
 */
const usageFields = { chars: Count, previousChars: Count, usableCharNum: Count }

/**
 * One user of an account group; `account` is null after deletion. `byDay`: one number per day of
 * the trend, oldest first.
 */
export const UsagePerson = z.object({
  userId: Id,
  account: z.nullish(Text),
  nickname: z.nullish(Text),
  enabled: Flag,
  accountRole: z.optional(Role),
  ...usageFields,
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
  /** First day of `byDay`, which ends on `lastDay`. */
  trendFirstDay: Day,
  /** Number of users and their totals, including those without a row. */
  total: Count,
  all: z.object(usageFields),
  rows: z.array(UsagePerson),
})
export type UsagePeople = z.output<typeof UsagePeople>

export const usage = {
  /** `childUserId`: usage of one sub-account alone. */
  daily: get(
    '/usage/daily',
    z.object({
      days: z._default(Days, businessLimits.usage.days),
      groupBy: z._default(UsageGroup, 'channel'),
      childUserId: z.optional(Id),
    }),
    z.object({ firstDay: Day, lastDay: Day, groups: z.array(GroupUsage), rows: z.array(UsageDay) }),
    {
      access: 'member',
      accountRoles: ['deputy'],
      accountRolesWhen: 'childUserId',
      support: 'shown',
      extensionParameters: ['childUserId'],
    },
  ),

  /**
   * `used`: characters in the last `days` days, including today. `dailyAverage`: their rounded
   * quotient. `daysLeft`: `left` divided by it, limited by the end of a trial. For a main account,
   * sub-accounts are included.
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
      support: 'shown',
    },
  ),

  people: get(
    '/usage/people',
    z.object({ limit: z._default(PeopleLimit, businessLimits.usage.people) }),
    UsagePeople,
    {
      access: 'main',
      accountRoles: ['deputy'],
      support: 'shown',
    },
  ),
}
