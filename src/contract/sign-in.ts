/** Login and logout. Separate from `login.ts`: the login page loads no other call. */
import * as z from 'zod/mini'
import { Done, Nothing, post } from '#contract/endpoint.ts'
import { ClientType, Id, LoginName, Password, Text } from '#contract/vocabulary.ts'

/** Spec 3.16. `sk` is the secret that signs all later requests. */
export const Session = z.object({ userId: Id, sk: Text })
export type Session = z.output<typeof Session>

export const signIn = {
  login: post(
    '/login/login',
    z.object({ account: LoginName, password: Password, clientType: z._default(ClientType, 'web') }),
    Session,
    {
      spec: '7.24',
      access: 'visitor',
    },
  ),

  logout: post('/login/logout', Nothing, Done, { access: 'member' }),
}
