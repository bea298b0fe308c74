/** Calls of the signed-in user about their own account. */
import * as z from 'zod/mini'
import { del, Done, post } from '#contract/endpoint.ts'
import { limits } from '#contract/limits.ts'
import { getUser } from '#contract/user.ts'
import { Flag, Id, withFieldType, NewPassword, Nickname, Password } from '#contract/vocabulary.ts'

/** Password to be replaced (spec 5.4). */
const OldPassword = withFieldType(
  z.string().check(z.minLength(limits.password.min), z.maxLength(limits.password.loginMax)),
  { kind: 'secret', known: true },
)

export const users = {
  get: getUser,

  update: post('/user/update', z.object({ nickname: Nickname }), Done, {
    spec: '7.6',
    access: 'member',
  }),

  changePassword: post(
    '/user/changePassword',
    z.object({ oldPassword: OldPassword, password: NewPassword }),
    Done,
    {
      spec: '7.5',
      access: 'member',
      audit: { act: 'passwordChanged' },
      endsSessions: true,
    },
  ),

  changeAutoDistribution: post(
    '/user/changeAutoDistribution',
    z.object({ userId: Id, autoDistribution: Flag }),
    Done,
    {
      spec: '7.14',
      access: 'main',
      audit: { act: 'autoDistributionChanged', details: ['autoDistribution'] },
      once: true,
    },
  ),

  cancel: del('/user/delete', z.object({ userPassword: Password }), Done, {
    spec: '7.17',
    access: 'main',
    mutatesBalance: true,
    endsSessions: true,
  }),
}
