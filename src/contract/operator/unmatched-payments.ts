/** Payments that match no order, and how operators handle each of them, once. */
import * as z from 'zod/mini'
import { Done, get, pageOf, pageQuery, post } from '#contract/endpoint.ts'
import { Outcome, SecondOperatorReason } from '#contract/operator/day-limits.ts'
import { OrderNumber, Remark } from '#contract/operator/fields.ts'
import { CustomerOrder, PaymentGateway } from '#contract/operator/orders.ts'
import { Cents, code, Flag, Id, LoginName, Search, Text, WireTime } from '#contract/vocabulary.ts'
import { QuotaSnapshot } from '#contract/orders.ts'

/** Why a payment was not credited as it arrived. */
export const UnmatchedReason = code('unmatchedReason', [
  'unknownOrder',
  'wrongAmount',
  'wrongChannel',
  'paidTwice',
  'numberUsed',
  'accountClosed',
  'beyond',
  'refunded',
])

/**
 * What became of a payment: not handled yet; its credit awaits approval; credited to an order or to an account; marked as
 * returned; refunded as the gateway reports; handled in another way.
 */
const UnmatchedState = code('unmatchedState', [
  'open',
  'asked',
  'order',
  'account',
  'returned',
  'refunded',
  'other',
])

export const UnmatchedPayment = z.object({
  id: Id,
  createDateTime: WireTime,
  payDateTime: WireTime,
  amount: Cents,
  gateway: PaymentGateway,
  gatewayNo: Text,
  orderNo: Text,
  /** Login name of the main account whose order the payment names. */
  account: z.nullish(Text),
  reason: UnmatchedReason,
  state: UnmatchedState,
  handledDateTime: z.nullish(WireTime),
  handledBy: z.nullish(Text),
  /** Login name of the main account that was credited. */
  creditedAccount: z.nullish(Text),
  /** Order number, note or reference, depending on the state. */
  handling: z.nullish(Text),
})
export type UnmatchedPayment = z.output<typeof UnmatchedPayment>

/** An order to which the payment may belong. */
export const CandidateOrder = z.object({
  ...CustomerOrder.shape,
  /** Placed through a channel of the gateway that reported the payment. */
  sameChannel: Flag,
  /** Of the customer whose order the payment names. */
  sameCustomer: Flag,
})
export type CandidateOrder = z.output<typeof CandidateOrder>

export const UnmatchedPaymentDetails = z.object({
  ...UnmatchedPayment.shape,
  /** The order that the payment names. */
  namedOrder: z.nullish(CustomerOrder),
  /** Unpaid orders of the same amount, the likeliest first. */
  candidates: z.array(CandidateOrder),
  /** Whether the money may be credited at all: false if it was already credited or returned. */
  creditable: Flag,
  /** The request to credit it that awaits approval. */
  approval: z.nullish(z.object({ operator: Text, createDateTime: WireTime })),
})
export type UnmatchedPaymentDetails = z.output<typeof UnmatchedPaymentDetails>

/** What crediting would do; `account` is the login name of the main account. */
export const CreditPreview = z.object({
  ownerId: Id,
  account: Text,
  order: z.nullish(CustomerOrder),
  /** The order is open, so its bill would be closed at the gateway. */
  closesBill: Flag,
  before: QuotaSnapshot,
  after: QuotaSnapshot,
  /** Why a second operator has to approve it. */
  approval: z.nullable(SecondOperatorReason),
})
export type CreditPreview = z.output<typeof CreditPreview>

const finance = { access: 'member', roles: ['finance', 'admin'] } as const

export const unmatchedPayments = {
  /**
   * `number` matches parts of payment numbers and order numbers, `account` parts of the login names
   * of the customer whose order the payment names.
   */
  page: get(
    '/operator/unmatchedPayments/page',
    pageQuery({
      number: z.optional(Search),
      account: z.optional(Search),
      state: z.optional(UnmatchedState),
      reason: z.optional(UnmatchedReason),
      gateway: z.optional(PaymentGateway),
      createDateTimeBegin: z.optional(WireTime),
      createDateTimeEnd: z.optional(WireTime),
    }),
    pageOf(UnmatchedPayment),
    {
      access: 'member',
    },
  ),

  get: get('/operator/unmatchedPayments/get', z.object({ id: Id }), UnmatchedPaymentDetails, {
    access: 'member',
  }),

  /** Refused with the same reasons as `assign`. */
  previewOrder: get(
    '/operator/unmatchedPayments/previewOrder',
    z.object({ id: Id, orderNo: OrderNumber }),
    CreditPreview,
    { access: 'member' },
  ),

  /** Refused with the same reasons as `credit`. */
  previewAccount: get(
    '/operator/unmatchedPayments/previewAccount',
    z.object({ id: Id, account: LoginName }),
    CreditPreview,
    { access: 'member' },
  ),

  /** Credits the order as its own payment would. An approval needs the note. */
  assign: post(
    '/operator/unmatchedPayments/assign',
    z.object({ id: Id, orderNo: OrderNumber, note: z.optional(Remark) }),
    Outcome,
    {
      ...finance,
      once: true,
    },
  ),

  /**
   * Credits the quota that the money buys at catalogue prices, as an adjustment of the main
   * account.
   */
  credit: post(
    '/operator/unmatchedPayments/credit',
    z.object({ id: Id, account: LoginName, note: Remark }),
    Outcome,
    {
      ...finance,
      once: true,
    },
  ),

  markReturned: post(
    '/operator/unmatchedPayments/markReturned',
    z.object({ id: Id, reference: Remark }),
    Done,
    {
      ...finance,
      once: true,
    },
  ),
}
