/** Reads the account log and forecasts how long the balance lasts. */
import type { UserKey } from '#server/platform/db/columns.ts'
import { and, desc, eq, sql, type Column, type Placeholder, type SQL } from 'drizzle-orm'
import type { AccountLogRow, accountLog as calls } from '#contract/ledger.ts'
import type { ParsedInputOf, OutputOf } from '#contract/endpoint.ts'
import { usageDays } from '#server/features/translation/table.ts'
import { memberGroups } from '#server/features/packages/table.ts'
import { loginNames, users } from '#server/features/accounts/table.ts'
import { accountLog as log, balances } from '#server/features/ledger/table.ts'
import type { Reads } from '#server/platform/db/pipelined-reader.ts'
import { type Page, createSeekPagination } from '#server/platform/db/page.ts'
import { wireTime } from '#server/platform/db/time.ts'
import { businessLimits } from '#contract/business-limits.ts'
import type { usage } from '#contract/usage.ts'
import type { Db } from '#server/platform/db/open.ts'
import { prepareStatement, typedPlaceholder } from '#server/platform/db/prepared-statement.ts'

/** Columns of the table itself. */
const tableFields = (zone: string | Placeholder) =>
  ({
    id: idText(log.seq),
    logType: log.logType,
    charChangeNum: log.charChange,
    minChangeNum: log.minuteChange,
    voiceChangeNum: log.voiceChange,
    imageChangeNum: log.imageChange,
    beforeCharNum: log.beforeChars,
    lastCharNum: log.lastChars,
    beforeVoiceNum: log.beforeVoices,
    lastVoiceNum: log.lastVoices,
    beforeImageNum: log.beforeImages,
    lastImageNum: log.lastImages,
    beforeExpireDateTime: wireTime<string | null>(log.beforeExpiresAt, zone),
    lastExpireDateTime: wireTime<string | null>(log.lastExpiresAt, zone),
    beforeTranChannelId: idText(log.beforeChannelId),
    lastTranChannelId: idText(log.lastChannelId),
    beforeTranslationBillingMode: log.beforeBillingMode,
    lastTranslationBillingMode: log.lastBillingMode,
    rechargeOrderByMemberGroupNo: log.rechargeOrderNo,
    rechargeMemberGroupName: log.rechargeGroupName,
    rechargeMemberGroupEnName: log.rechargeGroupEnName,
    rechargeTranChannelId: idText(log.rechargeChannelId),
    rechargeTranslationBillingMode: log.rechargeBillingMode,
    consumeTranslationConfigId: idText(log.consumeConfigId),
    consumeTranChannelId: idText(log.consumeChannelId),
    consumeTranslationLogId: idText(log.consumeTranslationSeq),
    consumerIp: log.consumerIp,
    managerId: idText(log.managerId),
    managerName: log.managerName,
    parentUserName: log.parentName,
    childUserName: log.childName,
    createDateTime: wireTime(log.at, zone),
  }) satisfies Partial<Record<keyof AccountLogRow, Column | SQL>>

/** Fields of an account log row (spec 3.12). */
const rowFields = (zone: Placeholder) =>
  ({
    ...tableFields(zone),
    managerNickname: selectNickname(log.managerName),
    parentUserNickname: selectNickname(log.parentName),
    childUserNickname: selectNickname(log.childName),
  }) satisfies Record<keyof AccountLogRow, Column | SQL>

const ownRowsOfType = and(
  eq(log.ownerId, sql.placeholder('ownerId')),
  eq(log.userId, sql.placeholder('userId')),
  eq(log.logType, sql.placeholder('logType')),
)!

const readPage = createSeekPagination<AccountLogRow>({
  name: 'account_log_page',
  table: log,
  seq: log.typeSeq,
  at: log.at,
  owned: ownRowsOfType,
  fields: rowFields(sql.placeholder('zone')),
})

/** The user's own rows of one type, newest first. */
export function readAccountLogPage(
  reads: Reads,
  { ownerId, userId }: UserKey,
  query: ParsedInputOf<typeof calls.page>,
  zone: string,
): Promise<Page<AccountLogRow>> {
  const { logType, createDateTimeBegin: begin, createDateTimeEnd: end } = query
  return readPage(reads, { ownerId, userId, logType, zone }, query, { begin, end })
}

/** The user's latest rows of all types, newest first, without nicknames. */
export async function readLatestAccountLog(
  db: Db,
  { ownerId, userId }: UserKey,
  max: number,
  zone: string,
): Promise<AccountLogRow[]> {
  const rows = await db
    .select(tableFields(zone))
    .from(log)
    .where(and(eq(log.ownerId, ownerId), eq(log.userId, userId)))
    .orderBy(desc(log.seq))
    .limit(max)
  return rows as AccountLogRow[]
}

/**
 * Nickname of a user in the same account group. Skips users registered after the row was written,
 * because login names can be reused.
 */
function selectNickname(name: Column): SQL {
  return sql`(select nullif(${users.nickname}, '') from ${loginNames} join ${users}
    on ${users.ownerId} = ${loginNames.ownerId} and ${users.userId} = ${loginNames.userId}
    where ${loginNames.name} = lower(${name}) and ${users.ownerId} = ${sql.placeholder('ownerId')} and ${users.registeredAt} <= ${log.at}
      and ${users.erasedAt} is null and ${log.logType} <> 'SYS_ADJUST')`
}

function idText(number: Column): SQL {
  return sql`${number}::text`
}

type ForecastRow = {
  mode: 'char' | 'time'
  expires: string | null
  days: number
  used: string
  left: string
}

const ownerId = typedPlaceholder('ownerId', 'bigint')
const userId = typedPlaceholder('userId', 'bigint')

/** Accounts younger than 30 days are averaged over their age in days, including today. */
const forecastStatement = (scope: 'one' | 'all') => {
  const isInScope = (table: typeof usageDays | typeof balances) =>
    scope === 'all'
      ? sql`${table.ownerId} = ${ownerId}`
      : sql`${table.ownerId} = ${ownerId} and ${table.userId} = ${userId}`
  return prepareStatement<ForecastRow>(
    `usage_forecast_${scope}`,
    sql`with me as (select g.billing_mode as mode, b.expires_at as expires, (${typedPlaceholder('now', 'timestamptz')} at time zone ${typedPlaceholder('zone', 'text')})::date as today,
        (u.registered_at at time zone ${typedPlaceholder('zone', 'text')})::date as since
        from ${users} u join ${users} m on m.owner_id = u.owner_id and m.user_id = u.owner_id
        join ${balances} b on b.owner_id = u.owner_id and b.user_id = u.owner_id join ${memberGroups} g on g.id = m.member_group_id
        where u.owner_id = ${ownerId} and u.user_id = ${userId}),
      span as (select *, greatest(1, least(${typedPlaceholder('days', 'int')}, today - since + 1)) as days from me)
      select mode, expires, days, (select coalesce(sum(${usageDays.chars}), 0) from ${usageDays} where ${isInScope(usageDays)}
          and ${usageDays.day} between today - days + 1 and today) as used,
        (select coalesce(sum(${balances.chars}), 0) from ${balances} where ${isInScope(balances)}) as "left" from span`,
  )
}
const forecastStatements = { one: forecastStatement('one'), all: forecastStatement('all') }

const millisecondsPerDay = 86_400_000

/**
 * In billing by time, the forecast is the time left until expiry. In billing by characters, it is
 * null if nothing is left or nothing was used.
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
