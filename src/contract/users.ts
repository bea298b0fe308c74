/** The signed-in user: profile, balances and settings. */
import * as z from 'zod/mini'
import {
  BillingMode,
  Cents,
  ChannelId,
  Count,
  Flag,
  Id,
  localized,
  NewPassword,
  Nickname,
  OldPassword,
  Password,
  Text,
  WireTime,
} from '#contract/vocabulary.ts'
import { del, Done, get, Nothing, post } from '#contract/endpoint.ts'

/** Spec 3.2. */
const MemberGroup = z.object({
  name: localized('enName'),
  enName: z.nullish(Text),
  translationBillingMode: BillingMode,
})

/** Spec 3.3. */
const MemberAccount = z.object({
  usableCharNum: Count,
  usableVoiceNum: Count,
  usableImageNum: Count,
  usedCharTotal: Count,
  rechargeAmountTotal: Cents,
  expireDateTime: z.nullish(WireTime),
})

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
  tranChannelId: z.nullish(ChannelId),
  memberGroupId: z.nullish(Id),
  registerDateTime: WireTime,
  enabled: Flag,
  createChildUser: z.union([z.boolean(), Flag]),
  memberGroup: z.nullish(MemberGroup),
  memberAccount: MemberAccount,
  lastLoginLog: z.nullish(z.object({ sumDay: Count, loginDateTime: WireTime })),
})
export type User = z.output<typeof User>

export const users = {
  get: get('/user/get', Nothing, User, {
    spec: '7.4',
    access: 'member',
    extensions: ['parentName'],
    summary: 'Returns the current user with balances and membership.',
  }),

  update: post('/user/update', z.object({ nickname: Nickname }), Done, {
    spec: '7.6',
    access: 'member',
    summary: 'Changes the user’s own nickname.',
  }),

  changePassword: post(
    '/user/changePassword',
    z.object({ oldPassword: OldPassword, password: NewPassword }),
    Done,
    {
      spec: '7.5',
      access: 'member',
      endsSessions: true,
      summary: 'Changes the user’s own password and ends all of the user’s sessions.',
    },
  ),

  changeAutoDistribution: post(
    '/user/changeAutoDistribution',
    z.object({ userId: Id, autoDistribution: Flag }),
    Done,
    {
      spec: '7.14',
      access: 'main',
      summary:
        'Turns automatic distribution on or off: sub-accounts that run short draw on the main account.',
    },
  ),

  cancel: del('/user/delete', z.object({ userPassword: Password }), Done, {
    spec: '7.17',
    access: 'main',
    mutatesBalance: true,
    endsSessions: true,
    summary: 'Permanently deletes the main account and all its sub-accounts.',
  }),
}
