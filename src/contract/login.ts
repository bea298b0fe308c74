/** Login, registration, codes by email and password reset. */
import * as z from 'zod/mini'
import {
  Email,
  Id,
  LoginName,
  NewPassword,
  Nickname,
  Text,
  Username,
  vcode,
} from '#contract/vocabulary.ts'
import { Done, get, post } from '#contract/endpoint.ts'
import { signIn } from '#contract/sign-in.ts'

const InviteCode = z.optional(Text)

/**
 * Extension: the outcome of the invitation, and the reason if it earned no reward, in the user's
 * language. Other backends may return anything.
 */
export const RegisterResult = z.nullish(
  z.object({ inviteReward: z.optional(Text), msg: z.optional(Text) }),
)

export const login = {
  ...signIn,

  checkAccount: post('/login/checkAccount', z.object({ account: LoginName }), z.boolean(), {
    spec: '7.20',
    access: 'visitor',
  }),

  checkUsername: post('/login/checkUsername', z.object({ username: LoginName }), z.boolean(), {
    spec: '7.21',
    access: 'visitor',
  }),

  sendVCode: post('/login/sendVCode', z.object({ account: LoginName }), Done, {
    spec: '7.22',
    access: 'visitor',
  }),

  register: post(
    '/login/register',
    z.object({
      nickname: z.nullish(Nickname),
      username: Username,
      account: Email,
      password: NewPassword,
      vcode: vcode('account'),
      inviteCode: InviteCode,
      browserId: z.optional(Id),
    }),
    z.unknown(),
    { spec: '7.23', access: 'visitor' },
  ),

  findEmail: get('/login/findEmail', z.object({ accountOrEmail: LoginName }), z.nullable(Text), {
    spec: '7.25',
    access: 'visitor',
  }),

  resetPassword: post(
    '/login/resetPwdByVcode',
    z.object({ email: LoginName, vcode: vcode('email'), password: NewPassword }),
    Done,
    {
      spec: '7.26',
      access: 'visitor',
      endsSessions: true,
    },
  ),
}
