/** Ledger: account log, reconciliation with the balances, low-balance alert. */
import * as z from 'zod/mini'
import {
  BillingMode,
  Change,
  TranslationChannelId,
  Count,
  Id,
  localized,
  Text,
  WireTime,
  code,
} from '#contract/vocabulary.ts'
import { get, pageOf, pageQuery, Nothing, Done, post } from '#contract/endpoint.ts'
import { sortableBy } from '#contract/sorting.ts'

const logTypes = [
  'RECHARGE_ORDER_BY_MEMBER_GROUP',
  'SYS_MATRIX',
  'SYS_ADJUST',
  'RECOVERY',
  'DISTRIBUTION',
  'MATRIX',
  'TRANSLATION_CONSUME',
  'VOICE_CONSUME',
  'OTHER',
  'INVITE_REWARD',
] as const
/** Without purchases and rewards for invitations, which only main accounts have. */
const logTypesOfSubAccounts = [
  'TRANSLATION_CONSUME',
  'VOICE_CONSUME',
  'DISTRIBUTION',
  'RECOVERY',
  'SYS_ADJUST',
  'SYS_MATRIX',
  'MATRIX',
  'OTHER',
] as const

/** Why a balance changed (spec 4.9). */
export const LogType = code('logType', logTypes, { ofSubAccounts: [...logTypesOfSubAccounts] })

/** Extension: the type in a query that stands for all. */
export const allLogTypes = 'ALL'
const LogTypeFilter = code('logType', [allLogTypes, ...logTypes], {
  ofSubAccounts: [allLogTypes, ...logTypesOfSubAccounts],
})

/** One change of a balance: amounts, balances before and after, and its cause (spec 3.12). */
export const AccountLogRow = z.object({
  id: Id,
  logType: LogType,
  charChangeNum: z.nullish(Change),
  /** Minutes. */
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
  beforeTranChannelId: z.nullish(TranslationChannelId),
  lastTranChannelId: z.nullish(TranslationChannelId),
  beforeTranslationBillingMode: z.nullish(BillingMode),
  lastTranslationBillingMode: z.nullish(BillingMode),
  rechargeOrderByMemberGroupNo: z.nullish(Text),
  rechargeMemberGroupName: z.nullish(localized('rechargeMemberGroupEnName')),
  rechargeMemberGroupEnName: z.nullish(Text),
  rechargeTranChannelId: z.nullish(TranslationChannelId),
  rechargeTranslationBillingMode: z.nullish(BillingMode),
  consumeTranslationConfigId: z.nullish(Id),
  consumeTranChannelId: z.nullish(TranslationChannelId),
  /** Extension: the translation log row that this deduction paid for. */
  consumeTranslationLogId: z.nullish(Id),
  consumerIp: z.nullish(Text),
  /** Extension: what voice units or images were used for. */
  consumePurpose: z.nullish(Text),
  /** Extension: name of the API key by which a program translated; absent if it is deleted. */
  consumeApiKeyTitle: z.nullish(Text),
  managerId: z.nullish(Id),
  managerName: z.nullish(Text),
  parentUserName: z.nullish(Text),
  childUserName: z.nullish(Text),
  /**
   * Extensions: the sub-account's request that a distribution granted, and its reason; the reason is
   * absent if none was given or the request is deleted.
   */
  quotaRequestId: z.nullish(Id),
  quotaRequestReason: z.nullish(Text),
  /** Extension: the month (`YYYY-MM`) for which a distribution tops a sub-account up. */
  topUpMonth: z.nullish(Text),
  /**
   * Extension: the request for a refund of the order above by which the amount was taken out, or given
   * back since it was withdrawn, declined or settled.
   */
  refundRequestId: z.nullish(Id),
  /** Extension: id of the sub-account above; absent if it is deleted. */
  childUserId: z.nullish(Id),
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
      logType: LogTypeFilter,
      createDateTimeBegin: WireTime,
      createDateTimeEnd: WireTime,
      ...sortableBy(['createDateTime']),
    }),
    pageOf(AccountLogRow),
    {
      spec: '7.38',
      access: 'member',
      support: 'shown',
      extensionParameters: ['sortBy', 'sortOrder', `logType=${allLogTypes}`],
    },
  ),
}

/** `started` + `changes` = `balance` if consistent. `changes` is the sum of the log rows. */
const UnitTotals = z.object({ started: Count, changes: Change, balance: Count })

/** Result of the last check; `checkedAt` is null before the first. */
export const Reconciliation = z.object({
  checkedAt: z.nullish(WireTime),
  ok: z.boolean(),
  /** Number of violations. */
  findings: Count,
  accounts: Count,
  rows: Count,
  chars: UnitTotals,
  voices: UnitTotals,
  images: UnitTotals,
})
export type Reconciliation = z.output<typeof Reconciliation>

export const reconciliation = {
  get: get('/reconciliation/get', Nothing, Reconciliation, {
    access: 'member',
    support: 'shown',
  }),
}

/** Threshold in characters; null if the alert is off. */
export const BalanceAlert = z.object({ lowCharNum: z.nullish(Count) })
export type BalanceAlert = z.output<typeof BalanceAlert>

export const balanceAlert = {
  get: get('/balanceAlert/get', Nothing, BalanceAlert, {
    access: 'main',
    support: 'shown',
  }),

  save: post('/balanceAlert/save', BalanceAlert, Done, {
    access: 'main',
    audit: { act: 'balanceAlertChanged', details: ['lowCharNum'] },
    once: true,
  }),
}
