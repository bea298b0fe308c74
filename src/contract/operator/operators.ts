/** The operators themselves, managed by admins. */
import * as z from 'zod/mini'
import { Done, get, pageOf, pageQuery, post } from '#contract/endpoint.ts'
import { OperatorName } from '#contract/operator/mailed-text.ts'
import { OperatorRole } from '#contract/operator/roles.ts'
import { Email, Flag, Id, Search, Text, WireTime } from '#contract/vocabulary.ts'

export const OperatorRow = z.object({
  id: Id,
  email: Text,
  name: Text,
  role: OperatorRole,
  enabled: Flag,
  /** The signed-in operator, whose name, role and access only another admin changes. */
  isOwn: Flag,
  createDateTime: WireTime,
  lastLoginDateTime: z.nullish(WireTime),
})
export type OperatorRow = z.output<typeof OperatorRow>

/** Shown once: the first password, and the authenticator's secret as base32 and otpauth URI. */
export const OperatorCredentials = z.object({ password: Text, secret: Text, uri: Text })
export type OperatorCredentials = z.output<typeof OperatorCredentials>

const admin = { access: 'member', roles: ['admin'] } as const

export const operators = {
  page: get(
    '/operator/operators/page',
    pageQuery({ email: z.optional(Search), role: z.optional(OperatorRole) }),
    pageOf(OperatorRow),
    { ...admin },
  ),

  create: post(
    '/operator/operators/save',
    z.object({ email: Email, name: OperatorName, role: OperatorRole }),
    OperatorCredentials,
    { ...admin, once: true },
  ),

  edit: post(
    '/operator/operators/save',
    z.object({ id: Id, name: OperatorName, role: OperatorRole }),
    Done,
    { ...admin, when: 'id' },
  ),

  changeEnabled: post(
    '/operator/operators/changeEnabled',
    z.object({ id: Id, enabled: Flag }),
    Done,
    {
      ...admin,
    },
  ),

  renewCredentials: post(
    '/operator/operators/renewCredentials',
    z.object({ id: Id }),
    OperatorCredentials,
    {
      ...admin,
      once: true,
    },
  ),
}
