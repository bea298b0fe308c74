/** The user's sessions: list, end one, end all others. */
import * as z from 'zod/mini'
import { ClientType } from '#contract/base-codes.ts'
import { Done, get, Nothing, pageOf, pageQuery, post } from '#contract/endpoint.ts'
import { Count, Flag, Id, Text, WireTime } from '#contract/vocabulary.ts'

/**
 * `browser` and `system`: names such as Firefox and Windows, if detected. `usedDateTime` is
 * accurate to a few minutes.
 */
export const SessionRow = z.object({
  id: Id,
  current: Flag,
  browser: z.nullish(Text),
  system: z.nullish(Text),
  clientType: ClientType,
  loginIp: Text,
  loginDateTime: WireTime,
  usedDateTime: WireTime,
})
export type SessionRow = z.output<typeof SessionRow>

export const sessions = {
  page: get('/user/session/page', pageQuery({}), pageOf(SessionRow), {
    access: 'member',
    summary: 'Lists the user’s sessions: this one first, then by last use.',
  }),

  end: post('/user/session/end', z.object({ id: Id }), Done, {
    access: 'member',
    summary: 'Ends one of the user’s own sessions at once.',
  }),

  endOthers: post('/user/session/endOthers', Nothing, z.object({ ended: Count }), {
    access: 'member',
    summary: 'Ends all of the user’s sessions except this one and returns how many were ended.',
  }),
}
