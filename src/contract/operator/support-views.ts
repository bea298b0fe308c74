/** Read-only views of a customer's account, with the consent of its user. */
import * as z from 'zod/mini'
import { Done, get, post } from '#contract/endpoint.ts'
import { mailedText } from '#contract/operator/mailed-text.ts'
import type { OperatorRole } from '#contract/operator/roles.ts'
import { Session } from '#contract/sign-in.ts'
import { code, Count, Flag, Id, Text, WireTime } from '#contract/vocabulary.ts'

const SupportViewState = code('supportViewState', [
  'asked',
  'allowed',
  'refused',
  'withdrawn',
  'expired',
  'ended',
])

/**
 * The latest request of the last 24 hours. `own`: of the signed-in operator. `untilDateTime`: when
 * the request expires or, once allowed, when the view ends.
 */
export const SupportViewRequest = z.object({
  id: Id,
  own: Flag,
  operatorName: Text,
  reason: Text,
  state: SupportViewState,
  opened: Flag,
  endedBy: z.nullish(z.enum(['customer', 'operator', 'time', 'session'])),
  askDateTime: WireTime,
  untilDateTime: WireTime,
  closeDateTime: z.nullish(WireTime),
})
export type SupportViewRequest = z.output<typeof SupportViewRequest>

/**
 * Roles that help customers with what they see. Finance has its own pages of orders and of the
 * ledger.
 */
const roles: readonly OperatorRole[] = ['support', 'admin']

export const supportViewRequests = {
  get: get(
    '/operator/supportViewRequests/get',
    z.object({ id: Id }),
    z.nullable(SupportViewRequest),
    {
      access: 'member',
      roles,
    },
  ),

  ask: post(
    '/operator/supportViewRequests/ask',
    z.object({ id: Id, reason: mailedText({ max: 200 }) }),
    Done,
    {
      access: 'member',
      roles,
      once: true,
    },
  ),

  open: post(
    '/operator/supportViewRequests/open',
    z.object({ id: Id }),
    z.object({ ...Session.shape, account: Text, untilDateTime: WireTime, secondsLeft: Count }),
    {
      access: 'member',
      roles,
    },
  ),

  end: post('/operator/supportViewRequests/end', z.object({ id: Id }), Done, {
    access: 'member',
    roles,
  }),
}
