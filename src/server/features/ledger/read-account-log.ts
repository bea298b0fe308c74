/** Reads the account log. */
import { apiKeys } from '#server/features/api-keys/table.ts'
import { quotaRequests, requestColumns } from '#server/features/quota-requests/table.ts'
import type { UserKey } from '#server/platform/db/columns.ts'
import { and, desc, eq, sql, type Column, type Placeholder, type SQL } from 'drizzle-orm'
import {
  allLogTypes,
  LogType,
  type AccountLogRow,
  type accountLog as calls,
} from '#contract/ledger.ts'
import type { ParsedInputOf } from '#contract/endpoint.ts'
import { loginNames, users } from '#server/features/accounts/table.ts'
import { accountLog as logTable } from '#server/features/ledger/table.ts'
import type { Reads } from '#server/platform/db/pipelined-reader.ts'
import { type Page, createSeekPagination, toJsonObject } from '#server/platform/db/page.ts'
import { prepareStatement, typedPlaceholder } from '#server/platform/db/prepared-statement.ts'
import { wireTime } from '#server/platform/db/time.ts'
import type { Db } from '#server/platform/db/open.ts'

/** Columns of the table itself. */
const tableFields = (ownerId: string | Placeholder, zone: string | Placeholder) =>
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
    consumePurpose: logTable.consumePurpose,
    consumeApiKeyTitle: sql<
      string | null
    >`(select k.name from ${apiKeys} k where k.owner_id = ${ownerId}::bigint and k.id = ${logTable}.consume_key_id)`,
    managerId: idText(logTable.managerId),
    managerName: logTable.managerName,
    parentUserName: logTable.parentName,
    childUserName: logTable.childName,
    topUpMonth: sql<string | null>`to_char(${logTable.topUpMonth}, 'YYYY-MM')`,
    quotaRequestId: idText(logTable.requestId),
    quotaRequestReason: sql<
      string | null
    >`(select ${requestColumns['reason']!} from ${quotaRequests} where ${quotaRequests.ownerId} = ${ownerId}::bigint and ${quotaRequests.id} = ${logTable}.request_id)`,
    refundRequestId: idText(logTable.refundRequestId),
    createDateTime: wireTime(logTable.at, zone),
  }) satisfies Partial<Record<keyof AccountLogRow, Column | SQL>>

/** Fields of an account log row (spec 3.12). */
const rowFields = {
  ...tableFields(sql.placeholder('ownerId'), sql.placeholder('zone')),
  managerNickname: selectNickname(logTable.managerName),
  parentUserNickname: selectNickname(logTable.parentName),
  childUserNickname: selectNickname(logTable.childName),
  childUserId: selectSubAccountId(logTable.childName),
} satisfies Record<keyof AccountLogRow, Column | SQL>

const ownRows = and(
  eq(logTable.ownerId, sql.placeholder('ownerId')),
  eq(logTable.userId, sql.placeholder('userId')),
)!

const readPageOfType = createSeekPagination<AccountLogRow>({
  name: 'account_log_page',
  table: logTable,
  seq: logTable.typeSeq,
  at: logTable.at,
  owned: and(ownRows, eq(logTable.logType, sql.placeholder('logType')))!,
  fields: rowFields,
})

const readPageOfAll = createSeekPagination<AccountLogRow>({
  name: 'account_log_all',
  table: logTable,
  seq: logTable.seq,
  at: logTable.at,
  owned: ownRows,
  types: { column: logTable.logType, values: LogType.options, seq: logTable.typeSeq },
  fields: rowFields,
})

/** The user's own rows of one type or of all, newest first. */
export function readAccountLogPage(
  reads: Reads,
  { ownerId, userId }: UserKey,
  query: ParsedInputOf<typeof calls.page>,
  zone: string,
): Promise<Page<AccountLogRow>> {
  const { logType, createDateTimeBegin: begin, createDateTimeEnd: end } = query
  const range = { begin, end }
  return logType === allLogTypes
    ? readPageOfAll(reads, { ownerId, userId, zone }, query, range)
    : readPageOfType(reads, { ownerId, userId, logType, zone }, query, range)
}

/** The user's latest rows of all types, newest first, without nicknames. */
export async function readLatestAccountLog(
  db: Db,
  { ownerId, userId }: UserKey,
  max: number,
  zone: string,
): Promise<AccountLogRow[]> {
  const rows = await db
    .select(tableFields(ownerId, zone))
    .from(logTable)
    .where(and(eq(logTable.ownerId, ownerId), eq(logTable.userId, userId)))
    .orderBy(desc(logTable.seq))
    .limit(max)
  return rows as AccountLogRow[]
}

/** Types of changes that a translation makes, of which there may be thousands a day. */
const usageTypes: readonly AccountLogRow['logType'][] = ['TRANSLATION_CONSUME', 'VOICE_CONSUME']
const typesWithoutUsage = LogType.options.filter((type) => !usageTypes.includes(type))

type LatestFound = { rows: AccountLogRow[] | null }
/** Reads each type by its index, since rows of usage may lie between any two others. */
const latestWithoutUsage = prepareStatement<LatestFound>(
  'account_log_without_usage',
  sql`select json_agg(${toJsonObject(rowFields)} order by ${desc(logTable.seq)}) as rows
    from (select l.* from unnest(${typedPlaceholder('types', 'text[]')}) as t(type)
      cross join lateral (select * from ${logTable} where ${logTable.ownerId} = ${typedPlaceholder('ownerId', 'bigint')}
        and ${logTable.userId} = ${typedPlaceholder('userId', 'bigint')} and ${logTable.logType} = t.type
        order by ${desc(logTable.typeSeq)} limit ${typedPlaceholder('max', 'int')}) l
      order by l.seq desc limit ${typedPlaceholder('max', 'int')}) as ${logTable}`,
)

/** The user's latest changes other than by use, newest first. */
export async function readLatestWithoutUsage(
  db: Db,
  { ownerId, userId }: UserKey,
  max: number,
  zone: string,
): Promise<AccountLogRow[]> {
  const [found] = await latestWithoutUsage(db, {
    ownerId,
    userId,
    max,
    zone,
    types: typesWithoutUsage,
  })
  return found?.rows ?? []
}

function selectNickname(name: Column): SQL {
  return selectNamedUser(sql`nullif(${users.nickname}, '')`, name)
}

function selectSubAccountId(name: Column): SQL {
  return selectNamedUser(
    sql`case when ${users.userId} <> ${users.ownerId} then ${users.userId}::text end`,
    name,
  )
}

/**
 * `value` of the user who has the login name, if in the same account group. Skips users registered
 * after the row was written, because login names can be reused, and adjustments, whose names are
 * those of operators: a sub-account may have the same login name.
 */
function selectNamedUser(value: SQL, name: Column): SQL {
  return sql`(select ${value} from ${loginNames} join ${users}
    on ${users.ownerId} = ${loginNames.ownerId} and ${users.userId} = ${loginNames.userId}
    where ${loginNames.name} = lower(${name}) and ${users.ownerId} = ${sql.placeholder('ownerId')} and ${users.registeredAt} <= ${logTable.at}
      and ${users.erasedAt} is null and ${logTable.logType} <> 'SYS_ADJUST')`
}

function idText(number: Column): SQL {
  return sql`${number}::text`
}
