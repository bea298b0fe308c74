/** Forecasts how long the balance lasts at the average use. */
import { sql } from 'drizzle-orm'
import { businessLimits } from '#contract/business-limits.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import type { usage } from '#contract/usage.ts'
import { users } from '#server/features/accounts/table.ts'
import { balances } from '#server/features/ledger/table.ts'
import { memberGroups } from '#server/features/packages/table.ts'
import { selectDays } from '#server/features/translation/usage/days.ts'
import type { UserScope } from '#server/features/translation/usage/filters.ts'
import type { UserKey } from '#server/platform/db/columns.ts'
import type { Db } from '#server/platform/db/open.ts'
import { prepareStatement, typedPlaceholder } from '#server/platform/db/prepared-statement.ts'

type ForecastRow = {
  mode: 'char' | 'time'
  expires: string | null
  days: number
  used: string
  left: string
}

const ownerId = typedPlaceholder('ownerId', 'bigint')
const userId = typedPlaceholder('userId', 'bigint')

/**
 * Averages the use over the last `days` days; an account younger than that, over its age in days,
 * including today. `scope`: the user alone, or the whole account group. The package and its expiry
 * are those of the main account.
 */
const prepareForecast = (scope: UserScope) =>
  prepareStatement<ForecastRow>(
    `usage_forecast_${scope}`,
    sql`with account as (select package.billing_mode as mode, main_balance.expires_at as expires, (${typedPlaceholder('now', 'timestamptz')} at time zone ${typedPlaceholder('zone', 'text')})::date as today,
        (u.registered_at at time zone ${typedPlaceholder('zone', 'text')})::date as since
        from ${users} u join ${users} main on main.owner_id = u.owner_id and main.user_id = u.owner_id
        join ${balances} main_balance on main_balance.owner_id = u.owner_id and main_balance.user_id = u.owner_id
        join ${memberGroups} package on package.id = main.member_group_id
        where u.owner_id = ${ownerId} and u.user_id = ${userId}),
      averaged as (select *, greatest(1, least(${typedPlaceholder('days', 'int')}, today - since + 1)) as days from account)
      select mode, expires, days, (select coalesce(sum(chars), 0) from (${selectDays({ scope, filters: [] })}) as used
          where day between (select today - days + 1 from averaged) and (select today from averaged)) as used,
        (select coalesce(sum(chars), 0) from ${balances} where owner_id = ${ownerId}${scope === 'one' ? sql` and user_id = ${userId}` : sql``}) as "left" from averaged`,
  )
const forecastStatements = { one: prepareForecast('one'), all: prepareForecast('all') }

const millisecondsPerDay = 86_400_000

/**
 * `daysLeft`: in billing by time, the days until expiry; in billing by characters, the days that the
 * balance lasts at the average use, at most until expiry. Null if the account has expired, if
 * billing by time has no expiry, and if no characters are left or none were used.
 */
export async function forecastUsage(
  db: Db,
  { ownerId, userId }: UserKey,
  zone: string,
  now: Date,
): Promise<OutputOf<typeof usage.forecast>> {
  const values = { ownerId, userId, zone, now: now.toISOString(), days: businessLimits.usage.days }
  const [found] = await forecastStatements[ownerId === userId ? 'all' : 'one'](db, values)
  const { mode, expires, days } = found!
  const [used, left] = [Number(found!.used), Number(found!.left)]
  const dailyAverage = Math.round(used / days)
  const millisecondsLeft = expires === null ? Infinity : Date.parse(expires) - now.getTime()
  const daysLeft = () => {
    if (millisecondsLeft <= 0) return null
    const untilExpiry = Math.floor(millisecondsLeft / millisecondsPerDay)
    if (mode === 'time') return expires === null ? null : untilExpiry
    return left > 0 && dailyAverage > 0
      ? Math.min(Math.floor(left / dailyAverage), untilExpiry)
      : null
  }
  return { daysLeft: daysLeft(), dailyAverage, days, used, left }
}
