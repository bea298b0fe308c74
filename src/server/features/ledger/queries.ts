/** Reads the account log and forecasts how long the balance lasts. */
import type { UserKey } from '#server/platform/db/columns.ts'
import { and, desc, eq, sql, type Column, type Placeholder, type SQL } from 'drizzle-orm'
import type { AccountLogRow, accountLog as calls } from '#contract/ledger.ts'
import type { ParsedInputOf, OutputOf } from '#contract/endpoint.ts'
import { usageDays } from '#server/features/translation/table.ts'
import { memberGroups } from '#server/features/packages/table.ts'
import { loginNames, users } from '#server/features/accounts/table.ts'
import { accountLog as logTable, balances } from '#server/features/ledger/table.ts'
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
    id: idText(logTable.seq),
    logType: logTable.logType,
    charChangeNum: logTable.charChange,
    minChangeNum: logTable.minuteChange,
    voiceChangeNum: logTable.voiceChange,
    imageChangeNum: logTable.imageChange,
    beforeCharNum: logTable.beforeChars,
    lastCharNum: logTable.lastChars,
    beforeVoiceNum: logTable.beforeVoices,
    lastVoiceNum: logTable.lastVoices,
    beforeImageNum: logTable.beforeImages,
    lastImageNum: logTable.lastImages,
    beforeExpireDateTime: wireTime<string | null>(logTable.beforeExpiresAt, zone),
    lastExpireDateTime: wireTime<string | null>(logTable.lastExpiresAt, zone),
    beforeTranChannelId: idText(logTable.beforeChannelId),
    lastTranChannelId: idText(logTable.lastChannelId),
    beforeTranslationBillingMode: logTable.beforeBillingMode,
    lastTranslationBillingMode: logTable.lastBillingMode,
    rechargeOrderByMemberGroupNo: logTable.rechargeOrderNo,
    rechargeMemberGroupName: logTable.rechargeGroupName,
    rechargeMemberGroupEnName: logTable.rechargeGroupEnName,
    rechargeTranChannelId: idText(logTable.rechargeChannelId),
    rechargeTranslationBillingMode: logTable.rechargeBillingMode,
    consumeTranslationConfigId: idText(logTable.consumeConfigId),
    consumeTranChannelId: idText(logTable.consumeChannelId),
    consumeTranslationLogId: idText(logTable.consumeTranslationSeq),
    consumerIp: logTable.consumerIp,
    managerId: idText(logTable.managerId),
    managerName: logTable.managerName,
    parentUserName: logTable.parentName,
    childUserName: logTable.childName,
    createDateTime: wireTime(logTable.at, zone),
  }) satisfies Partial<Record<keyof AccountLogRow, Column | SQL>>

/** Fields of an account log row (spec 3.12). */
const rowFields = (zone: Placeholder) =>
  ({
    ...tableFields(zone),
    managerNickname: selectNickname(logTable.managerName),
    parentUserNickname: selectNickname(logTable.parentName),
    childUserNickname: selectNickname(logTable.childName),
  }) satisfies Record<keyof AccountLogRow, Column | SQL>

const ownRowsOfType = and(
  eq(logTable.ownerId, sql.placeholder('ownerId')),
  eq(logTable.userId, sql.placeholder('userId')),
  eq(logTable.logType, sql.placeholder('logType')),
)!

const readPage = createSeekPagination<AccountLogRow>({
  name: 'account_log_page',
  table: logTable,
  seq: logTable.typeSeq,
  at: logTable.at,
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
    .from(logTable)
    .where(and(eq(logTable.ownerId, ownerId), eq(logTable.userId, userId)))
    .orderBy(desc(logTable.seq))
    .limit(max)
  return rows as AccountLogRow[]
}

/**
 * Nickname of a user in the same account group. Skips users registered after the row was written,
 * because login names can be reused, and adjustments, whose names are those of operators: a
 * sub-account may have the same login name.
 */
function selectNickname(name: Column): SQL {
  return sql`(select nullif(${users.nickname}, '') from ${loginNames} join ${users}
    on ${users.ownerId} = ${loginNames.ownerId} and ${users.userId} = ${loginNames.userId}
    where ${loginNames.name} = lower(${name}) and ${users.ownerId} = ${sql.placeholder('ownerId')} and ${users.registeredAt} <= ${logTable.at}
      and ${users.erasedAt} is null and ${logTable.logType} <> 'SYS_ADJUST')`
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

/**
 * Averages the use over the last `days` days; an account younger than that, over its age in days,
 * including today. `scope`: the user alone, or the whole account group. The package and its expiry
 * are those of the main account.
 */
const forecastStatement = (scope: 'user' | 'group') => {
  const isInScope = (table: typeof usageDays | typeof balances) =>
    scope === 'group'
      ? sql`${table.ownerId} = ${ownerId}`
      : sql`${table.ownerId} = ${ownerId} and ${table.userId} = ${userId}`
  return prepareStatement<ForecastRow>(
    `usage_forecast_${scope}`,
    sql`with account as (select package.billing_mode as mode, main_balance.expires_at as expires, (${typedPlaceholder('now', 'timestamptz')} at time zone ${typedPlaceholder('zone', 'text')})::date as today,
        (u.registered_at at time zone ${typedPlaceholder('zone', 'text')})::date as since
        from ${users} u join ${users} main on main.owner_id = u.owner_id and main.user_id = u.owner_id
        join ${balances} main_balance on main_balance.owner_id = u.owner_id and main_balance.user_id = u.owner_id
        join ${memberGroups} package on package.id = main.member_group_id
        where u.owner_id = ${ownerId} and u.user_id = ${userId}),
      averaged as (select *, greatest(1, least(${typedPlaceholder('days', 'int')}, today - since + 1)) as days from account)
      select mode, expires, days, (select coalesce(sum(${usageDays.chars}), 0) from ${usageDays} where ${isInScope(usageDays)}
          and ${usageDays.day} between today - days + 1 and today) as used,
        (select coalesce(sum(${balances.chars}), 0) from ${balances} where ${isInScope(balances)}) as "left" from averaged`,
  )
}
const forecastStatements = {
  user: forecastStatement('user'),
  group: forecastStatement('group'),
}

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
  const [found] = await forecastStatements[ownerId === userId ? 'group' : 'user'](db, values)
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
