/** Orders: purchase and payment of packages. */
import * as z from 'zod/mini'
import { quota } from '#contract/field-constructors.ts'
import {
  BillingMode,
  Cents,
  TranslationChannelId,
  Count,
  Flag,
  Id,
  localized,
  fieldTypeRegistry,
  Search,
  Text,
  WireTime,
  code,
} from '#contract/vocabulary.ts'
import { FapiaoState } from '#contract/fapiaos.ts'
import { Done, get, Nothing, pageOf, pageQuery, post } from '#contract/endpoint.ts'
import { businessLimits } from '#contract/business-limits.ts'
import { RefundRequest, RefundRequestState } from '#contract/order-refunds.ts'
import { sortableBy } from '#contract/sorting.ts'

/** Spec 4.7: awaiting payment, paid, timed out or closed, cancelled. */
export const PayStatus = code('payStatus', ['W', 'P', 'T', 'C'])
/** Events in the timeline of an order. */
export const OrderEvent = code('orderEvent', [
  'created',
  'payPageOpened',
  'asked',
  'paid',
  'timedOut',
  'cancelled',
  'paidAfterClosing',
])
/** Payment channels; without a choice, the first one offered is used (spec 9.8). */
export const PayChannel = code('payChannel', ['ALI_NATIVE', 'WC_NATIVE', 'ALI_LIAN', 'WC_LIAN'])

/** An order of a package (spec 3.10). */
export const Order = z.object({
  id: Id,
  no: Text,
  payChannel: PayChannel,
  payStatus: PayStatus,
  memberGroupName: localized('memberGroupEnName'),
  memberGroupEnName: z.nullish(Text),
  tranChannelId: z.nullish(TranslationChannelId),
  translationBillingMode: BillingMode,
  num: quota('translationBillingMode'),
  amount: Cents,
  createDateTime: WireTime,
  /** Extension: time of the payment, and payment deadline of an unpaid order. */
  payDateTime: z.nullish(WireTime),
  payUntilDateTime: z.nullish(WireTime),
  /** Extension: state of the owner's request for a refund. */
  refundRequestState: z.nullish(RefundRequestState),
})
export type Order = z.output<typeof Order>

/**
 * Extensions of a row of the owner's list. `fapiaoState`: of the latest request for a fapiao of the
 * order; `invoiceable`: whether one can be asked for.
 */
const fapiaoOfOrder = { fapiaoState: z.nullish(FapiaoState), invoiceable: z.nullish(Flag) }
export const ListedOrder = z.object({ ...Order.shape, ...fapiaoOfOrder })
export type ListedOrder = z.output<typeof ListedOrder>

/** Spec 3.11. For ALI_NATIVE, `scanQRCodeUrl` is the text of an HTML form (spec 4.8). */
const PayResult = z.object({ scanQRCodeUrl: Text, orderId: Id, orderNo: Text })

/** An order with its events, oldest first. `gatewayNo`: transaction number of the gateway. */
export const OrderWithEvents = z.object({
  ...ListedOrder.shape,
  salesNum: Count,
  gatewayNo: z.nullish(Text),
  events: z.array(z.object({ event: OrderEvent, at: WireTime })),
  refundRequest: z.nullish(RefundRequest),
})
export type OrderWithEvents = z.output<typeof OrderWithEvents>

/** Translation quota of a user at one time. */
export const QuotaSnapshot = z.object({
  translationBillingMode: BillingMode,
  tranChannelId: z.nullish(TranslationChannelId),
  usableCharNum: Count,
  expireDateTime: z.nullish(WireTime),
})
export type QuotaSnapshot = z.output<typeof QuotaSnapshot>

const SalesNum = z.int().check(z.gte(businessLimits.sales.min), z.lte(businessLimits.sales.max))
fieldTypeRegistry.add(SalesNum, { kind: 'count' })

/** Extensions. */
const orderFilters = {
  no: z.optional(Search),
  payStatus: z.optional(PayStatus),
  payChannel: z.optional(PayChannel),
  createDateTimeBegin: z.optional(WireTime),
  createDateTimeEnd: z.optional(WireTime),
}

export const orders = {
  page: get(
    '/orderByMemberGroup/page',
    pageQuery({ ...orderFilters, ...sortableBy(['amount', 'createDateTime']) }),
    pageOf(ListedOrder),
    {
      spec: '7.33',
      access: 'main',
      accountRoles: ['accountant'],
      support: 'shown',
      extensionParameters: [...Object.keys(orderFilters), 'sortBy', 'sortOrder'],
      extensionFields: ['refundRequestState', ...Object.keys(fapiaoOfOrder)],
    },
  ),

  pay: post(
    '/orderByMemberGroup/pay',
    z.object({ memberGroupId: Id, salesNum: SalesNum, payChannel: PayChannel }),
    PayResult,
    {
      spec: '7.34',
      access: 'main',
      audit: { act: 'orderPlaced', details: ['salesNum'] },
      mutatesBalance: true,
    },
  ),

  get: get('/orderByMemberGroup/get', z.object({ id: Id }), OrderWithEvents, {
    access: 'main',
    accountRoles: ['accountant'],
    support: 'shown',
  }),

  /**
   * `turned`: the current quota converted to the package's billing mode and channel; null if
   * nothing is converted.
   */
  quote: get(
    '/orderByMemberGroup/quote',
    z.object({ memberGroupId: Id, salesNum: SalesNum }),
    z.object({
      amount: Cents,
      before: QuotaSnapshot,
      turned: z.nullable(QuotaSnapshot),
      after: QuotaSnapshot,
    }),
    {
      access: 'main',
      support: 'shown',
    },
  ),

  /**
   * What was bought last, to buy it once more. `problem`: why that needs a choice; `pending`: an equal
   * order that waits for its payment; `key`: the idempotency key of the next one.
   */
  lastBought: get(
    '/orderByMemberGroup/lastBought',
    Nothing,
    z.object({
      problem: z.nullish(z.enum(['none', 'notOnSale', 'converts', 'noPayChannel'])),
      memberGroupId: z.nullish(Id),
      memberGroupName: z.nullish(localized('memberGroupEnName')),
      memberGroupEnName: z.nullish(Text),
      salesNum: z.nullish(SalesNum),
      payChannel: z.nullish(PayChannel),
      amount: z.nullish(Cents),
      key: z.nullish(Text),
      pending: z.nullish(Order),
    }),
    { access: 'main', support: 'shown' },
  ),

  payAgain: post('/orderByMemberGroup/payAgain', z.object({ id: Id }), PayResult, {
    access: 'main',
    mutatesBalance: true,
  }),

  payInfo: get(
    '/orderByMemberGroup/getPayInfo',
    z.object({ id: Id }),
    z.object({ payStatus: PayStatus }),
    {
      spec: '7.35',
      access: 'main',
      support: 'shown',
    },
  ),

  flush: get('/orderByMemberGroup/flush', z.object({ id: Id }), Done, {
    spec: '7.36',
    access: 'main',
    outcome: 'payInfo.payStatus',
  }),

  cancel: post('/orderByMemberGroup/cancel', z.object({ id: Id }), Done, {
    access: 'main',
    audit: { act: 'orderCancelled' },
    outcome: 'payInfo.payStatus',
    mutatesBalance: true,
  }),

  payChannels: get('/payInfo/channel', Nothing, z.array(PayChannel), {
    spec: '7.37',
    access: 'main',
    support: 'shown',
  }),
}
