/** Forecasts how long the balance lasts at the average usage of the last 30 days. */
import type { UserKey } from '#server/platform/db/columns.ts'
import { sql } from 'drizzle-orm'
import type { OutputOf } from '#contract/endpoint.ts'
import { limits } from '#contract/limits.ts'
import type { usage } from '#contract/usage.ts'
import type { Db } from '#server/platform/db/open.ts'
import { balances, memberGroups, usageDays, users } from '#server/schema.ts'
import { statement } from '#server/platform/db/prepared-statement.ts'
import { forEach } from '#server/features/translation/translation-filters.ts'

type Found = {
  mode: 'char' | 'time'
  expires: string | null
  days: number
  used: string
  left: string
}

const value = (name: string, type: string) => sql`${sql.placeholder(name)}::${sql.raw(type)}`
const ownerId = value('ownerId', 'bigint')
const userId = value('userId', 'bigint')

/** Accounts younger than 30 days are averaged over their age in days, including today. */
const read = forEach((whom) => {
  const isCounted = (table: typeof usageDays | typeof balances) =>
    whom === 'all'
      ? sql`${table.ownerId} = ${ownerId}`
      : sql`${table.ownerId} = ${ownerId} and ${table.userId} = ${userId}`
  return statement<Found>(
    `usage_forecast_${whom}`,
    sql`with me as (select g.billing_mode as mode, b.expires_at as expires, (${value('now', 'timestamptz')} at time zone ${value('zone', 'text')})::date as today,
        (u.registered_at at time zone ${value('zone', 'text')})::date as since
        from ${users} u join ${users} m on m.owner_id = u.owner_id and m.user_id = u.owner_id
        join ${balances} b on b.owner_id = u.owner_id and b.user_id = u.owner_id join ${memberGroups} g on g.id = m.member_group_id
        where u.owner_id = ${ownerId} and u.user_id = ${userId}),
      span as (select *, greatest(1, least(${value('days', 'int')}, today - since + 1)) as days from me)
      select mode, expires, days, (select coalesce(sum(${usageDays.chars}), 0) from ${usageDays} where ${isCounted(usageDays)}
          and ${usageDays.day} between today - days + 1 and today) as used,
        (select coalesce(sum(${balances.chars}), 0) from ${balances} where ${isCounted(balances)}) as "left" from span`,
  )
})

const day = 86_400_000

/**
 * In billing by time, the forecast is the time left until expiry. In billing by characters, it is
 * null if nothing is left or nothing was used.
 */
export async function forecast(
  db: Db,
  { ownerId, userId }: UserKey,
  zone: string,
  now: Date,
): Promise<OutputOf<typeof usage.forecast>> {
  const values = { ownerId, userId, zone, now: now.toISOString(), days: limits.usage.days }
  const [found] = await read[ownerId === userId ? 'all' : 'one'](db, values)
  const { mode, expires, days } = found!
  const [used, left] = [Number(found!.used), Number(found!.left)]
  const dailyAverage = Math.round(used / days)
  const millisecondsLeft = expires === null ? Infinity : Date.parse(expires) - now.getTime()
  const daysLeft = () => {
    if (millisecondsLeft <= 0) return null
    const untilEnd = Math.floor(millisecondsLeft / day)
    if (mode === 'time') return expires === null ? null : untilEnd
    return left > 0 && dailyAverage > 0 ? Math.min(Math.floor(left / dailyAverage), untilEnd) : null
  }
  return { daysLeft: daysLeft(), dailyAverage, days, used, left }
}
