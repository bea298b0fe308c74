/** Refunds that owners asked for, and the rules of asking. */
import * as z from 'zod/mini'
import { businessLimits } from '#contract/business-limits.ts'
import { Done, get, Nothing, pageOf, pageQuery, post } from '#contract/endpoint.ts'
import { longText, quota, yesNo } from '#contract/field-constructors.ts'
import {
  RefundCause,
  RefundRequest as OwnRequest,
  RefundRequestState,
} from '#contract/order-refunds.ts'
import { PayChannel } from '#contract/orders.ts'
import { Remark, StoredLongText } from '#contract/operator/fields.ts'
import {
  BillingMode,
  Cents,
  Flag,
  Id,
  localized,
  Search,
  Text,
  Version,
  WireTime,
  withFieldType,
} from '#contract/vocabulary.ts'

/**
 * `account`: the login name, or empty once it was deleted. `paidAmount`: of the order. `openRefundId`:
 * a refund of the order that the payment platform reported and that is to be settled.
 * `recorded`: whether a refund of the order awaits a second operator.
 */
export const RefundRequest = z.object({
  ...OwnRequest.shape,
  id: Id,
  note: z.nullish(StoredLongText),
  answer: z.nullish(StoredLongText),
  orderNo: Text,
  gatewayNo: z.nullish(Text),
  ownerId: Id,
  account: Text,
  memberGroupName: localized('memberGroupEnName'),
  memberGroupEnName: Text,
  payChannel: PayChannel,
  payDateTime: z.nullish(WireTime),
  paidAmount: Cents,
  translationBillingMode: BillingMode,
  creditedNum: quota('translationBillingMode'),
  openRefundId: z.nullish(Id),
  recorded: Flag,
})
export type RefundRequest = z.output<typeof RefundRequest>

const numberTo = (max: number) =>
  withFieldType(z.int().check(z.gte(0), z.lte(max)), { kind: 'count' })
const rules = {
  enabled: yesNo(),
  days: numberTo(businessLimits.refundRequests.maxDays),
  leastUnusedPercent: numberTo(100),
  timePlans: yesNo(),
  version: Version,
}
const finance = { access: 'member', roles: ['finance', 'admin'] } as const

export const refundRequests = {
  /** Those that wait for a decision first, the oldest first; then the latest. */
  page: get(
    '/operator/refundRequests/page',
    pageQuery({
      orderNo: z.optional(Search),
      state: z.optional(RefundRequestState),
      cause: z.optional(RefundCause),
      askDateTimeBegin: z.optional(WireTime),
      askDateTimeEnd: z.optional(WireTime),
    }),
    pageOf(RefundRequest),
    { access: 'member' },
  ),

  /**
   * Locks a request, so that the money can be given back at the payment platform: from then on, it is
   * neither withdrawn nor declined.
   */
  approve: post('/operator/refundRequests/approve', z.object({ id: Id }), Done, {
    ...finance,
    once: true,
  }),

  /** Takes an approval back, while no refund of the order is recorded or reported. */
  reopen: post('/operator/refundRequests/reopen', z.object({ id: Id, note: Remark }), Done, {
    ...finance,
    once: true,
  }),

  /** Gives the owner back what the request had taken from the balance. */
  decline: post(
    '/operator/refundRequests/decline',
    z.object({ id: Id, answer: longText({ max: businessLimits.refundRequests.note }) }),
    Done,
    { ...finance, once: true },
  ),

  /** The rules of asking. */
  rules: get('/operator/refundRequests/rules', Nothing, z.object(rules), { access: 'member' }),

  /** Applies to requests from now on. */
  saveRules: post('/operator/refundRequests/saveRules', z.object(rules), Done, {
    ...finance,
    once: true,
  }),
}
export type OperatorRefundRules = z.output<typeof refundRequests.rules.output>
