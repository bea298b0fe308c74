/** Refunds of orders: asked for by owners, within rules that operators set. */
import * as z from 'zod/mini'
import { businessLimits } from '#contract/business-limits.ts'
import { Done, get, post } from '#contract/endpoint.ts'
import { longText, quota } from '#contract/field-constructors.ts'
import { FapiaoState } from '#contract/fapiaos.ts'
import { BillingMode, Cents, code, Count, Flag, Id, Text, WireTime } from '#contract/vocabulary.ts'

/**
 * `approved`: the money is on its way. `paid`: the payment platform has it and the quota is settled.
 * `withdrawn`: by the owner, or because another amount of the order was refunded.
 */
export const refundRequestStates = ['asked', 'approved', 'paid', 'declined', 'withdrawn'] as const
export const RefundRequestState = code('refundRequestState', refundRequestStates)
export type RefundRequestState = z.output<typeof RefundRequestState>

/** Why the owner asks for it. */
export const RefundCause = code('refundCause', [
  'byMistake',
  'notNeeded',
  'notAsExpected',
  'notWorking',
  'other',
])

/**
 * `days`: since the payment. `leastUnusedPercent`: of what the order credited. `timePlans`: whether
 * orders of time are refunded too, by the whole days that are left.
 */
export const RefundRules = z.object({
  enabled: Flag,
  days: Count,
  leastUnusedPercent: Count,
  timePlans: Flag,
})
export type RefundRules = z.output<typeof RefundRules>

/**
 * What the owner would get back now. `refusal`: why nothing, in a sentence. `untilDateTime`: last
 * time to ask. `num`: what would be taken from the balance, the least that makes up `amount`.
 * `handedOutNum`: unused, but distributed to sub-accounts and so counted as used. `fapiao`: the live
 * request that contains the order; its `amount` would be what is left of its sum.
 */
export const RefundOffer = z.object({
  refusal: z.nullish(Text),
  rules: RefundRules,
  untilDateTime: z.nullish(WireTime),
  translationBillingMode: BillingMode,
  creditedNum: quota('translationBillingMode'),
  unusedNum: quota('translationBillingMode'),
  handedOutNum: quota('translationBillingMode'),
  num: quota('translationBillingMode'),
  paidAmount: Cents,
  refundedAmount: Cents,
  amount: Cents,
  fapiao: z.nullish(z.object({ state: FapiaoState, number: z.nullish(Text), amount: Cents })),
})
export type RefundOffer = z.output<typeof RefundOffer>

/** `num`: taken from the balance. `answer`: why it was declined. `refundNo`: of the payment platform. */
export const RefundRequest = z.object({
  state: RefundRequestState,
  cause: RefundCause,
  note: z.nullish(Text),
  amount: Cents,
  num: quota('translationBillingMode'),
  askDateTime: WireTime,
  decideDateTime: z.nullish(WireTime),
  answer: z.nullish(Text),
  refundNo: z.nullish(Text),
})
export type RefundRequest = z.output<typeof RefundRequest>

/** Not for accountants: what is asked for takes quota of the whole account at once. */
const access = { access: 'main' } as const
const OneOrder = z.object({ id: Id })

export const orderRefunds = {
  preview: get('/orderByMemberGroup/previewRefund', OneOrder, RefundOffer, {
    ...access,
    support: 'shown',
  }),

  /** `amount` and `num` as shown: refused if they have changed since. */
  ask: post(
    '/orderByMemberGroup/askRefund',
    z.object({
      id: Id,
      cause: RefundCause,
      note: z.nullish(longText({ max: businessLimits.refundRequests.note })),
      amount: Cents,
      num: Count,
    }),
    Done,
    { ...access, audit: { act: 'refundAsked', details: ['amount'] }, mutatesBalance: true },
  ),

  /** Gives back what was taken from the balance. */
  withdraw: post('/orderByMemberGroup/withdrawRefund', OneOrder, Done, {
    ...access,
    audit: { act: 'refundWithdrawn' },
    mutatesBalance: true,
  }),
}
