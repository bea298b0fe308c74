/** Account log: every balance change with the values before and after, and its actor. */
import * as z from 'zod/mini'
import { BillingMode } from '#contract/base-codes.ts'
import { LogType } from '#contract/codes.ts'
import { get, pageOf, pageQuery } from '#contract/endpoint.ts'
import { sortableBy } from '#contract/sorting.ts'
import { Change, ChannelId, Count, Id, localized, Text, WireTime } from '#contract/vocabulary.ts'

/** Spec 3.12. */
export const AccountLogRow = z.object({
  id: Id,
  logType: LogType,
  charChangeNum: z.nullish(Change),
  minChangeNum: z.nullish(Change),
  voiceChangeNum: z.nullish(Change),
  imageChangeNum: z.nullish(Change),
  beforeCharNum: z.nullish(Count),
  lastCharNum: z.nullish(Count),
  beforeVoiceNum: z.nullish(Count),
  lastVoiceNum: z.nullish(Count),
  beforeImageNum: z.nullish(Count),
  lastImageNum: z.nullish(Count),
  beforeExpireDateTime: z.nullish(WireTime),
  lastExpireDateTime: z.nullish(WireTime),
  beforeTranChannelId: z.nullish(ChannelId),
  lastTranChannelId: z.nullish(ChannelId),
  beforeTranslationBillingMode: z.nullish(BillingMode),
  lastTranslationBillingMode: z.nullish(BillingMode),
  rechargeOrderByMemberGroupNo: z.nullish(Text),
  rechargeMemberGroupName: z.nullish(localized('rechargeMemberGroupEnName')),
  rechargeMemberGroupEnName: z.nullish(Text),
  rechargeTranChannelId: z.nullish(ChannelId),
  rechargeTranslationBillingMode: z.nullish(BillingMode),
  consumeTranslationConfigId: z.nullish(Id),
  consumeTranChannelId: z.nullish(ChannelId),
  /** Extension: the translation log row that this deduction paid for. */
  consumeTranslationLogId: z.nullish(Id),
  consumerIp: z.nullish(Text),
  managerId: z.nullish(Id),
  managerName: z.nullish(Text),
  parentUserName: z.nullish(Text),
  childUserName: z.nullish(Text),
  /** Extension: current nicknames of the users above. */
  managerNickname: z.nullish(Text),
  parentUserNickname: z.nullish(Text),
  childUserNickname: z.nullish(Text),
  createDateTime: WireTime,
})
export type AccountLogRow = z.output<typeof AccountLogRow>

export const accountLog = {
  page: get(
    '/memberAccountLog/page',
    pageQuery({
      logType: LogType,
      createDateTimeBegin: WireTime,
      createDateTimeEnd: WireTime,
      ...sortableBy(['createDateTime']),
    }),
    pageOf(AccountLogRow),
    {
      spec: '7.38',
      access: 'member',
      extensions: ['sortBy', 'sortOrder'],
      summary: 'Lists balance changes of one type in a time range, newest first by default.',
    },
  ),
}
