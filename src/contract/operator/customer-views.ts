/** Read-only views of a customer's account, with the consent of its user. */
import * as z from 'zod/mini'
import { Done, get, post } from '#contract/endpoint.ts'
import { mailedText } from '#contract/operator/mailed-text.ts'
import type { OperatorRole } from '#contract/operator/roles.ts'
import { Session } from '#contract/sign-in.ts'
import { code, Count, Flag, Id, Text, WireTime } from '#contract/vocabulary.ts'

const ViewState = code('viewState', [
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
export const CustomerView = z.object({
  id: Id,
  own: Flag,
  operatorName: Text,
  reason: Text,
  state: ViewState,
  opened: Flag,
  endedBy: z.nullish(z.enum(['customer', 'operator', 'time', 'session'])),
  askDateTime: WireTime,
  untilDateTime: WireTime,
  closeDateTime: z.nullish(WireTime),
})
export type CustomerView = z.output<typeof CustomerView>

/**
 * Roles that help customers with what they see. Finance has its own pages of orders and of the
 * ledger.
 */
const roles: readonly OperatorRole[] = ['support', 'admin']

export const customerViews = {
  get: get('/operator/customerViews/get', z.object({ id: Id }), z.nullable(CustomerView), {
    access: 'member',
    roles,
  }),

  ask: post(
    '/operator/customerViews/ask',
    z.object({ id: Id, reason: mailedText({ max: 200 }) }),
    Done,
    {
      access: 'member',
      roles,
      once: true,
    },
  ),

  open: post(
    '/operator/customerViews/open',
    z.object({ id: Id }),
    z.object({ ...Session.shape, account: Text, untilDateTime: WireTime, secondsLeft: Count }),
    {
      access: 'member',
      roles,
    },
  ),

  end: post('/operator/customerViews/end', z.object({ id: Id }), Done, {
    access: 'member',
    roles,
  }),
}
