/** The signed-in user: profile and balances. Separate from `users.ts`: the login page loads it. */
import * as z from 'zod/mini'
import { accountRoles, get, Nothing } from '#contract/endpoint.ts'
import {
  BillingMode,
  Cents,
  TranslationChannelId,
  Count,
  Flag,
  Id,
  localized,
  Text,
  WireTime,
} from '#contract/vocabulary.ts'

/** The package that the account has (spec 3.2). */
const MemberGroup = z.object({
  name: localized('enName'),
  enName: z.nullish(Text),
  translationBillingMode: BillingMode,
})

/** Balances and totals of the account (spec 3.3). */
const MemberAccount = z.object({
  usableCharNum: Count,
  usableVoiceNum: Count,
  usableImageNum: Count,
  usedCharTotal: Count,
  rechargeAmountTotal: Cents,
  expireDateTime: z.nullish(WireTime),
})

const MainBalance = z.object({ usableCharNum: Count, usableVoiceNum: Count, usableImageNum: Count })

/** Spec 3.1, 3.4. A user without `parentUserId` is a main account (spec 6.2). */
export const User = z.object({
  userId: Id,
  parentUserId: z.nullish(Id),
  /** Extension: nickname of the main account, or its username. */
  parentName: z.nullish(Text),
  nickname: z.nullish(Text),
  account: Text,
  username: z.nullish(Text),
  inviteCode: z.nullish(Text),
  inviteCount: z.nullish(Count),
  autoDistribution: Flag,
  tranChannelId: z.nullish(TranslationChannelId),
  memberGroupId: z.nullish(Id),
  registerDateTime: WireTime,
  enabled: Flag,
  createChildUser: z.union([z.boolean(), Flag]),
  /**
   * Extensions: whether the user may have API keys, which a main account always may, and whether its
   * sub-accounts may.
   */
  createApiKey: z.optional(Flag),
  subAccountKeys: z.optional(Flag),
  /**
   * Extensions, of sub-accounts: what it may do for its main account, `member` without a role; for a
   * deputy, what the main account has to distribute.
   */
  accountRole: z.optional(z.enum(['member', ...accountRoles])),
  mainBalance: z.nullish(MainBalance),
  memberGroup: z.nullish(MemberGroup),
  memberAccount: MemberAccount,
  /** `sumDay`: consecutive days with a login. */
  lastLoginLog: z.nullish(z.object({ sumDay: Count, loginDateTime: WireTime })),
})
export type User = z.output<typeof User>

export const getUser = get('/user/get', Nothing, User, {
  spec: '7.4',
  access: 'member',
  support: 'shown',
  extensionFields: ['parentName', 'createApiKey', 'subAccountKeys', 'accountRole', 'mainBalance'],
})
