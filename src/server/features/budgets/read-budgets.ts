/** Reads the rules of sub-accounts, and what they have used of them. */
import { sql, type SQL } from 'drizzle-orm'
import { toSnakeCase } from 'drizzle-orm/casing'
import { capNames, ruleFields, type CapName } from '#contract/budgets.ts'
import { users } from '#server/features/accounts/table.ts'
import {
  periodEndColumns,
  toCapLeft,
  type CapLeft,
  type PeriodEnds,
} from '#server/features/budgets/cap-left.ts'
import { subAccountBudgets, subAccountGroups } from '#server/features/budgets/table.ts'
import { accountLog, reservations } from '#server/features/ledger/table.ts'
import { usageDays } from '#server/features/translation/table.ts'
import type { Db } from '#server/platform/db/open.ts'
import { prepareStatement, typedPlaceholder } from '#server/platform/db/prepared-statement.ts'
import { formatWireTime } from '#server/platform/db/time.ts'

type AmountName = keyof typeof ruleFields
export const amountNames = Object.keys(ruleFields) as AmountName[]

/** The current time, and the zone of calendar days. */
export type CurrentTime = { now: Date; zone: string }

export type CappedUnit = 'chars' | 'voices' | 'images'

/**
 * `unit`: reads the caps of this unit alone. `except`: id of a reservation whose characters are not
 * counted.
 */
type ReadOptions = { unit?: CappedUnit; except?: string }

type UsedName = `${'day' | 'month'}${'Chars' | 'Voices' | 'Images'}`
type BudgetRow = PeriodEnds &
  Record<AmountName, string | null> &
  Record<UsedName | 'running', string> & {
    userId: string
    name: string
    groupId: string | null
    groupTitle: string | null
    hasOwnRule: boolean
    version: number
  }

/** A sub-account's rule, and its caps with what is used of them. */
export type SubAccountBudget = {
  userId: string
  /** Nickname, else account. */
  name: string
  groupId: string | null
  groupTitle: string | null
  hasOwnRule: boolean
  version: number
  rule: Record<AmountName, number | null>
  caps: (CapLeft & { cap: CapName })[]
}

const owner = typedPlaceholder('ownerId', 'bigint')
const zone = typedPlaceholder('zone', 'text')
const today = typedPlaceholder('today', 'date')
const month = sql`date_trunc('month', ${today})`

/** An amount of the rule that holds; `budget` and `team` are aliases of the tables. */
export const amountOf = (name: AmountName): SQL => {
  const column = sql.raw(toSnakeCase(name))
  return sql`case when budget.has_own_rule then budget.${column} else team.${column} end`
}

/** Joins the budget of a user and its group, for `amountOf` and `isCapped`. */
export const joinBudget = (ownerId: SQL, userId: SQL): SQL =>
  sql`left join ${subAccountBudgets} budget on budget.owner_id = ${ownerId} and budget.user_id = ${userId}
    left join ${subAccountGroups} team on team.owner_id = ${ownerId} and team.id = budget.group_id`

const charCaps = ['dailyCharNum', 'monthlyCharNum'] as const

const anyOf = (names: readonly AmountName[], table: 'budget' | 'team') =>
  sql.raw(`coalesce(${names.map((name) => `${table}.${toSnakeCase(name)}`).join(', ')})`)

/** Whether characters have a cap. */
export const isCapped: SQL = sql`case when budget.has_own_rule then ${anyOf(charCaps, 'budget')} else ${anyOf(charCaps, 'team')} end is not null`

/** Characters used on a day and in its month, by the rows `d` of the log by day. */
const usedChars = sql`coalesce(sum(d.chars) filter (where d.day >= ${today}), 0) as day, coalesce(sum(d.chars), 0) as month`

/** Reservations `v` other than `except`, and their characters. */
const runningChars = sql`select coalesce(sum(v.chars + v.main_chars), 0) as chars from ${reservations} v where v.id is distinct from ${typedPlaceholder('except', 'uuid')}`

/**
 * Joins `cap`, whose `chars_left` is what the caps of a user leave, null without a cap on
 * characters, when no use is read. Follows `joinBudget`; needs the placeholders `today` and `except`.
 */
export const joinCharsLeft = (ownerId: SQL, userId: SQL): SQL =>
  sql`cross join lateral (select least(${amountOf('dailyCharNum')} - used.day, ${amountOf('monthlyCharNum')} - used.month) - running.chars as chars_left
      from (select ${usedChars} from ${usageDays} d where ${isCapped} and d.owner_id = ${ownerId} and d.user_id = ${userId} and d.day >= ${month}::date) used,
        (${runningChars} and ${isCapped} and v.owner_id = ${ownerId} and v.user_id = ${userId}) running) cap`

/** Units used since a time, by the rows `l` of the account log. */
const usedSince = (unit: 'voice' | 'image', since: SQL): SQL => {
  const change = sql.raw(`l.${unit}_change`)
  const type = sql.raw(unit === 'voice' ? "'VOICE_CONSUME'" : "'OTHER'")
  return sql`coalesce(sum(greatest(0, -${change})) filter (where l.log_type = ${type} and l.at >= ${since}), 0)`
}
const startOfDay = sql`${today}::timestamp at time zone ${zone}`
const startOfMonth = sql`${month}::timestamp at time zone ${zone}`

/** Whether one of the caps of a rule `r` applies. */
const hasCap = (...caps: CapName[]): SQL =>
  sql.raw(`coalesce(${caps.map((cap) => `r."${cap}"`).join(', ')}) is not null`)

const unitUse = sql`cross join lateral (select ${usedSince('voice', startOfDay)} as "dayVoices", ${usedSince('voice', startOfMonth)} as "monthVoices",
        ${usedSince('image', startOfDay)} as "dayImages", ${usedSince('image', startOfMonth)} as "monthImages"
      from ${accountLog} l where l.owner_id = ${owner} and l.user_id = r.user_id and l.at >= ${startOfMonth}
        and (l.log_type = 'VOICE_CONSUME' and ${hasCap('dailyVoiceNum', 'monthlyVoiceNum')} or l.log_type = 'OTHER' and ${hasCap('dailyImageNum', 'monthlyImageNum')})) units`
/** In place of it: planning a read of the account log costs more than all else of the statement. */
const noUnitUse = sql`cross join (select 0 as "dayVoices", 0 as "monthVoices", 0 as "dayImages", 0 as "monthImages") units`

/**
 * Use is counted from the log of translations by day and from the account log, so that a new day or
 * month begins by its date alone. Units without a cap are not read.
 */
const prepareBudgets = (name: string, units: SQL) =>
  prepareStatement<BudgetRow>(
    name,
    sql`with rules as (select u.user_id, coalesce(nullif(u.nickname, ''), u.account) as name, budget.group_id, team.name as group_title, coalesce(budget.has_own_rule, false) as has_own_rule, coalesce(budget.version, 0) as version,
        ${sql.join(
          amountNames.map((name) => sql`${amountOf(name)} as ${sql.identifier(name)}`),
          sql`, `,
        )}
      from ${users} u ${joinBudget(owner, sql.raw('u.user_id'))}
      where u.owner_id = ${owner} and u.user_id <> u.owner_id and u.user_id = any(${typedPlaceholder('userIds', 'bigint[]')}) and u.erased_at is null)
    select r.user_id::text as "userId", r.name, r.group_id::text as "groupId", r.group_title as "groupTitle", r.has_own_rule as "hasOwnRule", r.version,
      ${sql.join(
        amountNames.map((name) => sql`r.${sql.identifier(name)}::text as ${sql.identifier(name)}`),
        sql`, `,
      )},
      chars.day::text as "dayChars", chars.month::text as "monthChars", running.chars::text as running,
      units."dayVoices"::text as "dayVoices", units."monthVoices"::text as "monthVoices", units."dayImages"::text as "dayImages", units."monthImages"::text as "monthImages",
      ${periodEndColumns}
    from rules r
    cross join lateral (select ${usedChars} from ${usageDays} d
      where ${hasCap('dailyCharNum', 'monthlyCharNum')} and d.owner_id = ${owner} and d.user_id = r.user_id and d.day >= ${month}::date) chars
    cross join lateral (${runningChars} and ${hasCap('dailyCharNum', 'monthlyCharNum')} and v.owner_id = ${owner} and v.user_id = r.user_id) running
    ${units}`,
  )

const budgetsStatement = prepareBudgets('sub_account_budgets', unitUse)
const charBudgetsStatement = prepareBudgets('sub_account_char_budgets', noUnitUse)

/**
 * Unknown and deleted sub-accounts, and main accounts, are left out.
 */
export async function readBudgets(
  db: Db,
  ownerId: string,
  userIds: readonly string[],
  { now, zone: timeZone }: CurrentTime,
  { unit, except }: ReadOptions = {},
): Promise<SubAccountBudget[]> {
  const today = formatWireTime(now, timeZone).slice(0, 10)
  const read = unit === 'chars' ? charBudgetsStatement : budgetsStatement
  const rows = await read(db, {
    ownerId,
    userIds: [...userIds],
    today,
    zone: timeZone,
    except: except ?? null,
  })
  return rows.map((row) => toBudget(row, today, now, unit))
}

/** How the names of a unit's caps end. */
const capSuffixes: Record<CappedUnit, string> = {
  chars: 'CharNum',
  voices: 'VoiceNum',
  images: 'ImageNum',
}

const usedNames: Record<CapName, UsedName> = {
  dailyCharNum: 'dayChars',
  monthlyCharNum: 'monthChars',
  dailyVoiceNum: 'dayVoices',
  monthlyVoiceNum: 'monthVoices',
  dailyImageNum: 'dayImages',
  monthlyImageNum: 'monthImages',
}

function toBudget(
  row: BudgetRow,
  today: string,
  now: Date,
  unit: CappedUnit | undefined,
): SubAccountBudget {
  const { userId, name, groupId, groupTitle, hasOwnRule, version } = row
  const rule = Object.fromEntries(
    amountNames.map((key) => [key, row[key] === null ? null : Number(row[key])]),
  ) as SubAccountBudget['rule']
  const caps = capNames.flatMap((cap) => {
    const limit = rule[cap]
    if (limit === null || (unit && !cap.endsWith(capSuffixes[unit]))) return []
    const running = cap.endsWith('CharNum') ? Number(row.running) : 0
    const used = Number(row[usedNames[cap]]) + running
    const period = cap.startsWith('daily') ? 'day' : 'month'
    return [{ cap, ...toCapLeft(period, { limit, used }, row, { today, now }) }]
  })
  return { userId, name, groupId, groupTitle, hasOwnRule, version, rule, caps }
}
