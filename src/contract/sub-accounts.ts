/** Sub-accounts of a main account, and the quota of each. */
import * as z from 'zod/mini'
import { budgetActions, Cap, GroupId } from '#contract/budgets.ts'
import { login } from '#contract/login.ts'
import { subAccountBatches } from '#contract/sub-account-batches.ts'
import { subAccountImport } from '#contract/sub-account-import.ts'
import { Role } from '#contract/account-role.ts'
import { ContactStep } from '#contract/workspace.ts'
import { Done, get, Nothing, pageOf, pageQuery, post } from '#contract/endpoint.ts'
import { businessLimits } from '#contract/business-limits.ts'
import { AccountLogRow } from '#contract/ledger.ts'
import { SecurityEvent, SessionRow } from '#contract/sessions.ts'
import { sortableBy } from '#contract/sorting.ts'
import {
  AccountName,
  Count,
  FirstPassword,
  Flag,
  Id,
  Nickname,
  OthersPassword,
  Search,
  Text,
  Version,
  WireTime,
} from '#contract/vocabulary.ts'

const Balances = z.object({ usableCharNum: Count, usableVoiceNum: Count, usableImageNum: Count })

/**
 * Spec 3.8. Extensions: `version`, for optimistic locking of edits; `usedThisMonthNum`, characters
 * translated since the first of the month in the business time zone; `groupId`, `groupTitle`, of the
 * group it belongs to; `ownRule`, 1 if its own rule applies instead; `caps`, those that apply to it;
 * `accountRole`, what it may do for the main account.
 */
export const SubAccount = z.object({
  userId: Id,
  account: Text,
  nickname: z.nullish(Text),
  enabled: Flag,
  lastLoginDateTime: z.nullish(WireTime),
  memberAccount: Balances,
  usedThisMonthNum: z.optional(Count),
  groupId: z.nullish(GroupId),
  groupTitle: z.nullish(Text),
  ownRule: z.optional(Flag),
  caps: z.optional(z.array(Cap)),
  accountRole: z.optional(Role),
  version: z.optional(Version),
})
export type SubAccount = z.output<typeof SubAccount>

/** Totals over all sub-accounts that match the search, on all pages. */
export const SubAccountTotals = z.object({
  count: Count,
  memberAccount: Balances,
  usedThisMonthNum: Count,
})
export type SubAccountTotals = z.output<typeof SubAccountTotals>

/** Extensions: `search`, a part of the account or the nickname; `nickname`; `groupId`; `accountRole`. */
const filters = {
  search: z.optional(Search),
  account: z.optional(Search),
  nickname: z.optional(Search),
  groupId: z.optional(GroupId),
  accountRole: z.optional(Role),
}
const sortFields = [
  'account',
  'nickname',
  'lastLoginDateTime',
  'usableCharNum',
  'usableVoiceNum',
  'usableImageNum',
  'usedThisMonthNum',
] as const

/** Spec 6.5: contacts in the workspaces of a sub-account. Months are in the business time zone. */
export const FanData = z.object({
  total: Count,
  newThisMonth: Count,
  /** Steps without contacts are omitted. */
  byStep: z.array(z.object({ step: ContactStep, count: Count })),
  spaces: z.array(z.object({ id: Id, name: Text, contactCount: Count })),
})
export type FanData = z.output<typeof FanData>

/**
 * What happened to a sub-account, the latest first: changes of its balance other than by use, and
 * what concerned its access. Each list has the latest `businessLimits.subAccountHistory.rows`.
 */
export const SubAccountHistory = z.object({
  registerDateTime: WireTime,
  accountLog: z.array(AccountLogRow),
  securityEvents: z.array(SecurityEvent),
})
export type SubAccountHistory = z.output<typeof SubAccountHistory>

/** Maximum number of names in a selection list. */
export const maxNames = businessLimits.subAccountNames.max

/** Amounts of characters, voice units and image units to move. */
const Amounts = { changeCharNum: Count, changeVoiceNum: Count, changeImageNum: Count }
const Ids = z.array(Id).check(z.minLength(1), z.maxLength(businessLimits.subAccountBatch.max))

const deputy = ['deputy'] as const

export const subAccounts = {
  page: get(
    '/user/page',
    pageQuery({ ...filters, ...sortableBy(sortFields) }),
    pageOf(SubAccount),
    {
      spec: '7.7',
      access: 'main',
      accountRoles: deputy,
      support: 'shown',
      extensionParameters: ['search', 'nickname', 'groupId', 'accountRole', 'sortBy', 'sortOrder'],
      extensionFields: ['usedThisMonthNum', 'groupId', 'ownRule', 'caps', 'accountRole'],
    },
  ),

  totals: get('/user/childTotals', z.object(filters), SubAccountTotals, {
    access: 'main',
    accountRoles: deputy,
    support: 'shown',
  }),

  get: get('/user/getChildInfo', z.object({ userId: Id }), SubAccount, {
    spec: '7.9',
    access: 'main',
    accountRoles: deputy,
    support: 'shown',
  }),

  /** Extension: `changeCharNum`, characters distributed to the new sub-account, or none is created. */
  create: post(
    '/user/saveChildUser',
    z.object({
      account: AccountName,
      nickname: z.nullish(Nickname),
      password: FirstPassword,
      changeCharNum: z.optional(Count),
      enabled: z._default(Flag, 1),
    }),
    Done,
    {
      spec: '7.8',
      access: 'main',
      accountRoles: deputy,
      audit: { act: 'subAccountCreated', details: ['changeCharNum'] },
      needs: 'createChildUser',
      extensionParameters: ['changeCharNum'],
      mutatesBalance: true,
    },
  ),

  edit: post(
    '/user/saveChildUser',
    z.object({
      userId: Id,
      nickname: z.nullish(Nickname),
      enabled: Flag,
      version: z.optional(Version),
    }),
    Done,
    {
      spec: '7.8',
      access: 'main',
      accountRoles: deputy,
      audit: { act: 'subAccountChanged', details: ['enabled'] },
      subjects: ['userId'],
      when: 'userId',
      once: true,
    },
  ),

  /**
   * Only by the main account itself. A change holds with the next call of the sub-account.
   */
  setRole: post('/user/setRole', z.object({ userId: Id, accountRole: Role }), Done, {
    access: 'main',
    audit: { act: 'accountRoleChanged', details: ['accountRole'] },
    once: true,
    subjects: ['userId'],
  }),

  resetPassword: post(
    '/user/resetPassword',
    z.object({ userId: Id, password: OthersPassword }),
    Done,
    {
      spec: '7.10',
      access: 'main',
      accountRoles: deputy,
      audit: { act: 'passwordReset' },
      subjects: ['userId'],
    },
  ),

  changeEnabled: post('/user/changeEnabled', z.object({ userId: Id, enabled: Flag }), Done, {
    spec: '7.15',
    access: 'main',
    accountRoles: deputy,
    audit: { act: 'subAccountChanged', details: ['enabled'] },
    subjects: ['userId'],
  }),

  remove: post(
    '/user/delChild',
    z.object({ userId: z.nullish(Id), childrenIds: z.nullish(Ids) }).check(
      z.refine((input) => input.userId != null || input.childrenIds != null, {
        path: ['childrenIds'],
      }),
    ),
    Done,
    {
      spec: '7.16',
      access: 'main',
      accountRoles: deputy,
      audit: { act: 'subAccountDeleted' },
      subjects: ['userId', 'childrenIds'],
      mutatesBalance: true,
    },
  ),

  names: get('/user/childNames', Nothing, z.array(z.object({ userId: Id, account: Text })), {
    access: 'main',
    accountRoles: deputy,
    support: 'shown',
  }),

  fans: get('/user/childContacts', z.object({ userId: Id }), FanData, {
    access: 'main',
    accountRoles: deputy,
    support: 'hidden',
  }),

  history: get('/user/childHistory', z.object({ userId: Id }), SubAccountHistory, {
    access: 'main',
    accountRoles: deputy,
    support: 'shown',
  }),

  sessions: get('/user/childSession/page', pageQuery({ userId: Id }), pageOf(SessionRow), {
    access: 'main',
    accountRoles: deputy,
    support: 'shown',
  }),

  endSession: post('/user/childSession/end', z.object({ id: Id }), Done, {
    access: 'main',
    accountRoles: deputy,
    audit: { act: 'sessionsEnded' },
  }),

  endSessions: post(
    '/user/childSession/endAll',
    z.object({ userId: Id }),
    z.object({ ended: Count }),
    {
      access: 'main',
      accountRoles: deputy,
      audit: { act: 'sessionsEnded' },
      subjects: ['userId'],
    },
  ),

  distribute: post(
    '/user/distribution',
    z.object({ childUserId: Id, changeCharNum: Count }),
    Done,
    {
      spec: '7.11',
      access: 'main',
      accountRoles: deputy,
      audit: { act: 'quotaDistributed' },
      subjects: ['childUserId'],
      mutatesBalance: true,
    },
  ),

  distributeVoice: post(
    '/user/voice/distribution',
    z.object({ childUserId: Id, changeCharNum: Count }),
    Done,
    {
      spec: '7.12',
      access: 'main',
      accountRoles: deputy,
      audit: { act: 'quotaDistributed' },
      subjects: ['childUserId'],
      mutatesBalance: true,
    },
  ),

  distributeAll: post('/user/all/distribution', z.object({ childUserId: Id, ...Amounts }), Done, {
    spec: '7.13',
    access: 'main',
    accountRoles: deputy,
    audit: { act: 'quotaDistributed' },
    subjects: ['childUserId'],
    mutatesBalance: true,
  }),

  reclaim: post('/user/reclaim', z.object({ childUserId: Id, ...Amounts }), Done, {
    access: 'main',
    accountRoles: deputy,
    audit: {
      act: 'quotaReclaimed',
      details: ['changeCharNum', 'changeVoiceNum', 'changeImageNum'],
    },
    subjects: ['childUserId'],
    mutatesBalance: true,
  }),

  ...subAccountBatches,
  ...subAccountImport,
}

/** Calls of the list of sub-accounts and its forms. */
export const listedSubAccounts = {
  ...subAccounts,
  ...budgetActions,
  checkAccount: login.checkUsername,
}
