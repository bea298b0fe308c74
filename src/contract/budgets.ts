/** Budgets: what sub-accounts may use per day and month, each by its own rule or by that of its group. */
import * as z from 'zod/mini'
import { Role } from '#contract/account-role.ts'
import { businessLimits } from '#contract/business-limits.ts'
import { accountGroup, defineCollection, optional } from '#contract/collection.ts'
import { Done, get, Nothing, post } from '#contract/endpoint.ts'
import { numberUpTo, text } from '#contract/field-constructors.ts'
import { reference } from '#contract/reference.ts'
import { Count, Flag, Id, Text, Version, WireTime } from '#contract/vocabulary.ts'

const limits = businessLimits.budgets

/** Caps per day and month of the business calendar: characters, voice units, images. */
export const capNames = [
  'dailyCharNum',
  'monthlyCharNum',
  'dailyVoiceNum',
  'monthlyVoiceNum',
  'dailyImageNum',
  'monthlyImageNum',
] as const
export type CapName = (typeof capNames)[number]

const amount = () => optional(numberUpTo(limits.amount))
export const ruleFields = {
  dailyCharNum: amount(),
  monthlyCharNum: amount(),
  topUpCharNum: amount(),
  dailyVoiceNum: amount(),
  monthlyVoiceNum: amount(),
  topUpVoiceNum: amount(),
  dailyImageNum: amount(),
  monthlyImageNum: amount(),
  topUpImageNum: amount(),
}

/**
 * Groups of sub-accounts, which share the rule. `accountRole`: of a member with one, of which there may
 * be several; then the main account alone changes the group.
 */
export const subAccountGroups = defineCollection('subAccountGroups', {
  path: 'subAccountGroup',
  fields: { name: text({ max: limits.name }), ...ruleFields },
  computed: { memberNum: Count, accountRole: Role },
  search: { name: ['name'] },
  sortBy: ['name'],
  unique: [['name']],
  maxRows: limits.groups,
  scope: accountGroup,
  access: { read: 'main', write: 'main' },
  accountRoles: { read: ['deputy'], write: ['deputy'] },
  audit: {
    create: 'groupCreated',
    edit: 'groupChanged',
    remove: 'groupDeleted',
    import: 'groupsImported',
  },
  support: 'shown',
})

export const GroupId = reference(subAccountGroups.calls, { title: 'name' })

/** `used`: charged, and reserved by running translations. `resetDateTime`: end of the day or month. */
export const Cap = z.object({
  cap: z.enum(capNames),
  limit: Count,
  used: Count,
  left: Count,
  resetDateTime: WireTime,
})
export type Cap = z.output<typeof Cap>

/**
 * What applies to one sub-account: its own rule (`ownRule` 1) or that of its group. A rule consists of
 * amounts (`rule`): caps per day and month, and what its balance is topped up to on the first of
 * each month, from that of the main account.
 */
export const Budget = z.object({
  userId: Id,
  groupId: z.nullish(Id),
  groupTitle: z.nullish(Text),
  ownRule: Flag,
  rule: z.object(ruleFields),
  caps: z.array(Cap),
  version: z.optional(Version),
})
export type Budget = z.output<typeof Budget>

const Ids = z.array(Id).check(z.minLength(1), z.maxLength(businessLimits.subAccountBatch.max))

/** Actions on sub-accounts in their list. */
export const budgetActions = {
  /** With `ownRule` 0 the rule of the group holds, if there is a group. */
  setBudget: post(
    '/user/saveBudget',
    z.object({ userId: Id, ownRule: Flag, ...ruleFields, version: z.optional(Version) }),
    Done,
    {
      access: 'main',
      accountRoles: ['deputy'],
      subjects: ['userId'],
      audit: { act: 'budgetChanged', details: ['ownRule', ...Object.keys(ruleFields)] },
      once: true,
    },
  ),
  /** Without `groupId` the sub-accounts leave their groups. Returns how many changed. */
  moveToGroup: post(
    '/user/moveToGroup',
    z.object({ userIds: Ids, groupId: z.nullish(GroupId) }),
    z.object({ count: Count }),
    {
      access: 'main',
      accountRoles: ['deputy'],
      subjects: ['userIds'],
      audit: { act: 'movedToGroup' },
      once: true,
    },
  ),
}

export const budgets = {
  get: get('/user/budget', z.object({ userId: Id }), Budget, {
    access: 'main',
    accountRoles: ['deputy'],
    support: 'shown',
  }),
  /** Of the sub-account that is signed in. */
  own: get('/user/ownBudget', Nothing, Budget, { access: 'sub', support: 'shown' }),
  ...budgetActions,
}
