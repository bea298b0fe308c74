/** Sign-in of operators, who run the business, and their sessions. */
import * as z from 'zod/mini'
import { Done, get, Nothing, post } from '#contract/endpoint.ts'
import { limits } from '#contract/limits.ts'
import { Session } from '#contract/sign-in.ts'
import { OperatorRole } from '#contract/operator/roles.ts'
import { Email, fieldTypeRegistry, Id, NewPassword, Password, Text } from '#contract/vocabulary.ts'

/** Six digits of the authenticator app (RFC 6238); spaces are ignored. */
const AuthenticatorCode = z.string().check(z.trim(), z.minLength(1), z.maxLength(limits.search.max))
fieldTypeRegistry.add(AuthenticatorCode, { kind: 'text' })

/** The signed-in operator. */
export const CurrentOperator = z.object({
  userId: Id,
  email: Text,
  name: Text,
  role: OperatorRole,
})
export type CurrentOperator = z.output<typeof CurrentOperator>

export const operatorSession = {
  /** One refusal for a wrong email, password or code, so that none of them can be tried alone. */
  signIn: post(
    '/operator/session/signIn',
    z.object({ email: Email, password: Password, code: AuthenticatorCode }),
    Session,
    { access: 'visitor' },
  ),

  signOut: post('/operator/session/signOut', Nothing, Done, {
    access: 'member',
  }),

  get: get('/operator/session/get', Nothing, CurrentOperator, {
    access: 'member',
  }),

  changePassword: post(
    '/operator/session/changePassword',
    z.object({ oldPassword: Password, password: NewPassword }),
    Done,
    {
      access: 'member',
      endsSessions: true,
    },
  ),
}
