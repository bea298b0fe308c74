/** Pages of the account log. */
import type { UserKey } from '#server/platform/db/columns.ts'
import { and, eq, sql, type Column, type Placeholder, type SQL } from 'drizzle-orm'
import type { AccountLogRow, accountLog as calls } from '#contract/account-log.ts'
import type { ParsedInputOf } from '#contract/endpoint.ts'
import { accountLog as log, loginNames, users } from '#server/schema.ts'
import type { Reads } from '#server/platform/db/pipelined-reader.ts'
import { type Page, seekPages } from '#server/platform/db/page.ts'
import { wireTime } from '#server/platform/db/time.ts'

/** Fields of 3.12. */
const fieldsIn = (zone: Placeholder) =>
  ({
    id: asId(log.seq),
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
    beforeTranChannelId: asId(log.beforeChannelId),
    lastTranChannelId: asId(log.lastChannelId),
    beforeTranslationBillingMode: log.beforeBillingMode,
    lastTranslationBillingMode: log.lastBillingMode,
    rechargeOrderByMemberGroupNo: log.rechargeOrderNo,
    rechargeMemberGroupName: log.rechargeGroupName,
    rechargeMemberGroupEnName: log.rechargeGroupEnName,
    rechargeTranChannelId: asId(log.rechargeChannelId),
    rechargeTranslationBillingMode: log.rechargeBillingMode,
    consumeTranslationConfigId: asId(log.consumeConfigId),
    consumeTranChannelId: asId(log.consumeChannelId),
    consumeTranslationLogId: asId(log.consumeTranslationSeq),
    consumerIp: log.consumerIp,
    managerId: asId(log.managerId),
    managerName: log.managerName,
    parentUserName: log.parentName,
    childUserName: log.childName,
    managerNickname: nicknameOf(log.managerName),
    parentUserNickname: nicknameOf(log.parentName),
    childUserNickname: nicknameOf(log.childName),
    createDateTime: wireTime(log.at, zone),
  }) satisfies Record<keyof AccountLogRow, Column | SQL>

const mine = and(
  eq(log.ownerId, sql.placeholder('ownerId')),
  eq(log.userId, sql.placeholder('userId')),
  eq(log.logType, sql.placeholder('logType')),
)!

const seek = seekPages<AccountLogRow>({
  name: 'account_log_page',
  table: log,
  seq: log.typeSeq,
  at: log.at,
  mine,
  fields: fieldsIn(sql.placeholder('zone')),
})

/** The user's own rows of one type, newest first. */
export function accountLogPage(
  reads: Reads,
  { ownerId, userId }: UserKey,
  query: ParsedInputOf<typeof calls.page>,
  zone: string,
): Promise<Page<AccountLogRow>> {
  const { logType, createDateTimeBegin: begin, createDateTimeEnd: end } = query
  return seek(reads, { ownerId, userId, logType, zone }, query, { begin, end })
}

/**
 * Nickname of a user in the same account group. Skips users registered after the row was written,
 * because login names can be reused.
 */
function nicknameOf(name: Column): SQL {
  return sql`(select nullif(${users.nickname}, '') from ${loginNames} join ${users}
    on ${users.ownerId} = ${loginNames.ownerId} and ${users.userId} = ${loginNames.userId}
    where ${loginNames.name} = lower(${name}) and ${loginNames.ownerId} = ${log.ownerId} and ${users.registeredAt} <= ${log.at}
      and ${users.erasedAt} is null and ${log.logType} <> 'SYS_ADJUST')`
}

function asId(number: Column): SQL {
  return sql`${number}::text`
}
