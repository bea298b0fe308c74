/** Changes of many sub-accounts at once, all or none, and what they would do. */
import * as z from 'zod/mini'
import { GroupId } from '#contract/budgets.ts'
import { businessLimits } from '#contract/business-limits.ts'
import { post } from '#contract/endpoint.ts'
import { code, Count, Flag, Id, Text } from '#contract/vocabulary.ts'

const Ids = z.array(Id).check(z.minLength(1), z.maxLength(businessLimits.subAccountBatch.max))

/** Characters, voice units and image units to move to or from each sub-account. */
const amounts = {
  changeCharNum: z.optional(Count),
  changeVoiceNum: z.optional(Count),
  changeImageNum: z.optional(Count),
}
const Balances = z.object({ usableCharNum: Count, usableVoiceNum: Count, usableImageNum: Count })

/** How many sub-accounts change, and the sums that move to or from them. */
const sums = { count: Count, changeCharNum: Count, changeVoiceNum: Count, changeImageNum: Count }
export const BatchResult = z.object(sums)
export type BatchResult = z.output<typeof BatchResult>

/** `reclaim`, `disable` take quota back; `fillUp`: up to the amounts, less what is left. */
export const batchActs = [
  'distribute',
  'fillUp',
  'reclaim',
  'reclaimAll',
  'enable',
  'disable',
  'moveToGroup',
] as const
export type BatchAct = (typeof batchActs)[number]

/** Why a sub-account is left out. `hasRole`: only the main account changes it. */
export const skipReasons = [
  'deleted',
  'hasRole',
  'disabled',
  'hasEnough',
  'nothingLeft',
  'alreadyEnabled',
  'alreadyDisabled',
  'alreadyInGroup',
] as const
export type SkipReason = (typeof skipReasons)[number]

/** What moves to or from a sub-account, in a unit without sign. `memberAccount`: what it can spend now. */
export const BatchRow = z.object({
  userId: Id,
  account: Text,
  memberAccount: Balances,
  changeCharNum: Count,
  changeVoiceNum: Count,
  changeImageNum: Count,
  skipped: z.nullish(code('skipReason', skipReasons)),
})
export type BatchRow = z.output<typeof BatchRow>

/** `memberAccount`: what the main account can spend now. */
export const BatchPreview = z.object({
  ...sums,
  memberAccount: Balances,
  rows: z.array(BatchRow),
})
export type BatchPreview = z.output<typeof BatchPreview>

const deputy = ['deputy'] as const

export const subAccountBatches = {
  previewMany: post(
    '/user/batch/preview',
    z.object({
      userIds: Ids,
      act: code('batchAct', batchActs),
      ...amounts,
      groupId: z.nullish(GroupId),
    }),
    BatchPreview,
    { access: 'main', accountRoles: deputy, safe: true },
  ),

  /** Refused if one is disabled. With `fillUp` 1, each gets what it lacks of the amounts. */
  distributeMany: post(
    '/user/batch/distribution',
    z.object({
      childUserIds: Ids,
      changeCharNum: Count,
      changeVoiceNum: Count,
      changeImageNum: Count,
      fillUp: z.optional(Flag),
    }),
    BatchResult,
    {
      access: 'main',
      accountRoles: deputy,
      subjects: ['childUserIds'],
      audit: {
        act: 'quotaDistributed',
        details: ['changeCharNum', 'changeVoiceNum', 'changeImageNum'],
      },
      mutatesBalance: true,
    },
  ),

  /** From each the amounts, or what it has left if that is less; with `all` 1 all that is left. */
  reclaimMany: post(
    '/user/batch/reclaim',
    z.object({ childUserIds: Ids, ...amounts, all: z.optional(Flag) }),
    BatchResult,
    {
      access: 'main',
      accountRoles: deputy,
      subjects: ['childUserIds'],
      audit: {
        act: 'quotaReclaimed',
        details: ['changeCharNum', 'changeVoiceNum', 'changeImageNum'],
      },
      mutatesBalance: true,
    },
  ),

  /** Disabling takes back what is left. */
  changeEnabledMany: post(
    '/user/batch/changeEnabled',
    z.object({ userIds: Ids, enabled: Flag }),
    BatchResult,
    {
      access: 'main',
      accountRoles: deputy,
      subjects: ['userIds'],
      audit: { act: 'subAccountChanged', details: ['enabled'] },
      mutatesBalance: true,
    },
  ),
}
