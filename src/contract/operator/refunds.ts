/** Refunds: reported by payment platforms or recorded by operators, and settled by deduction. */
import * as z from 'zod/mini'
import { Done, get, pageOf, pageQuery, post } from '#contract/endpoint.ts'
import { limits } from '#contract/limits.ts'
import { Outcome, SecondOperatorReason } from '#contract/operator/day-limits.ts'
import { OrderNumber, Remark } from '#contract/operator/fields.ts'
import { CustomerOrder, PaymentGateway } from '#contract/operator/orders.ts'
import { QuotaSnapshot } from '#contract/orders.ts'
import { money, quota, text } from '#contract/field-constructors.ts'
import { BillingMode, Cents, code, Flag, Id, Search, Text, WireTime } from '#contract/vocabulary.ts'

/**
 * To be settled; settled in part, with quota still owed; a settlement of either awaits approval;
 * settled; without effect.
 */
export const RefundState = code('refundState', ['open', 'owed', 'asked', 'settled', 'void'])

/** State at the payment platform. */
const RefundProgress = code('refundProgress', ['success', 'abnormal', 'closed', 'suspected'])

/** Why a refund can't be settled as reported, or needs no settlement. */
const RefundReason = code('refundReason', [
  'unknownOrder',
  'wrongChannel',
  'wrongAmount',
  'notCredited',
  'unmatchedPayment',
  'creditedByHand',
  'replaced',
])

/**
 * Quantities in the unit of the order: characters of its channel, or minutes. `taken`: deducted from
 * the balance; `owed`: still to be deducted, because the balance did not suffice; `waived`: not
 * deducted at all.
 */
export const Refund = z.object({
  id: Id,
  createDateTime: WireTime,
  refundDateTime: WireTime,
  gateway: PaymentGateway,
  refundNo: Text,
  gatewayNo: z.nullish(Text),
  orderNo: Text,
  amount: Cents,
  state: RefundState,
  progress: RefundProgress,
  reason: z.nullish(RefundReason),
  translationBillingMode: BillingMode,
  taken: quota('translationBillingMode'),
  owed: quota('translationBillingMode'),
  waived: quota('translationBillingMode'),
  settleDateTime: z.nullish(WireTime),
})
export type Refund = z.output<typeof Refund>

/** `amountKnown`: 0 if the operator has to enter the amount to settle the refund. */
export const RefundDetails = z.object({
  ...Refund.shape,
  order: z.nullish(CustomerOrder),
  amountKnown: Flag,
})
export type RefundDetails = z.output<typeof RefundDetails>

/**
 * What settling would do. `before` and `after` are null for a deleted account, `order` also for a
 * refund that matches none, from which nothing is deducted.
 */
export const RefundPreview = z.object({
  order: z.nullish(CustomerOrder),
  amount: Cents,
  translationBillingMode: BillingMode,
  taken: quota('translationBillingMode'),
  owed: quota('translationBillingMode'),
  waived: quota('translationBillingMode'),
  before: z.nullish(QuotaSnapshot),
  after: z.nullish(QuotaSnapshot),
  /** Why a second operator has to approve a settlement. */
  approval: z.nullable(SecondOperatorReason),
})
export type RefundPreview = z.output<typeof RefundPreview>

const Amount = money({ max: limits.count.max })
const finance = { access: 'member', roles: ['finance', 'admin'] } as const
/** `waive`: 1 waives what the balance does not cover. */
const settlement = { id: Id, amount: z.optional(Amount), waive: z.optional(Flag) }
const recording = { orderNo: OrderNumber, amount: Amount, requestId: z.optional(Id) }

export const refunds = {
  /** `number` matches parts of refund, payment and order numbers. */
  page: get(
    '/operator/refunds/page',
    pageQuery({
      number: z.optional(Search),
      state: z.optional(RefundState),
      gateway: z.optional(PaymentGateway),
      createDateTimeBegin: z.optional(WireTime),
      createDateTimeEnd: z.optional(WireTime),
    }),
    pageOf(Refund),
    { access: 'member' },
  ),

  get: get('/operator/refunds/get', z.object({ id: Id }), RefundDetails, {
    access: 'member',
  }),

  previewSettle: get('/operator/refunds/previewSettle', z.object(settlement), RefundPreview, {
    access: 'member',
  }),

  settle: post(
    '/operator/refunds/settle',
    z.object({ ...settlement, note: z.optional(Remark) }),
    Outcome,
    {
      ...finance,
      once: true,
    },
  ),

  previewRecord: get('/operator/refunds/previewRecord', z.object(recording), RefundPreview, {
    access: 'member',
  }),

  /**
   * Takes effect once an operator of another role approves it. `requestId`: the owner's request for
   * it, which must be approved and of this amount. An order with a live request is refunded by it only.
   */
  record: post(
    '/operator/refunds/record',
    z.object({
      ...recording,
      refundNo: text({ max: 64 }),
      note: Remark,
    }),
    Done,
    {
      access: 'member',
      once: true,
    },
  ),
}
