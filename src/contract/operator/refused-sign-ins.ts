/** Refused sign-ins at the operators' console. */
import * as z from 'zod/mini'
import { get, pageOf, pageQuery } from '#contract/endpoint.ts'
import { code, Count, Id, Search, Text, WireTime } from '#contract/vocabulary.ts'

/**
 * Attempts of one day at one operator's account from one network, a /24 or /48, and their latest
 * address. `code`: wrong code after a right password, also counted under `signIn`. `account`: empty
 * for emails that no operator has. `network`: empty for all networks beyond the first hundred of a
 * day.
 */
const RefusedSignIn = z.object({
  id: Id,
  lastDateTime: WireTime,
  firstDateTime: WireTime,
  account: Text,
  refusal: code('refusedSignIn', ['signIn', 'password', 'code']),
  network: Text,
  ip: Text,
  count: Count,
})
export type RefusedSignIn = z.output<typeof RefusedSignIn>

export const refusedSignIns = {
  page: get(
    '/operator/refusedSignIns/page',
    pageQuery({
      account: z.optional(Search),
      ip: z.optional(Search),
      lastDateTimeBegin: z.optional(WireTime),
      lastDateTimeEnd: z.optional(WireTime),
    }),
    pageOf(RefusedSignIn),
    {
      access: 'member',
      roles: ['admin'],
    },
  ),
}
