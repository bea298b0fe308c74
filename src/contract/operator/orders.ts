/** Orders of all customers, as operators see them. */
import * as z from 'zod/mini'
import { Done, get, pageOf, pageQuery, post } from '#contract/endpoint.ts'
import { Order, OrderEvent, PayChannel, PayStatus } from '#contract/orders.ts'
import { Count, Id, openCode, Search, Text, WireTime } from '#contract/vocabulary.ts'

/** Who reported a payment or refund. */
export const PaymentGateway = openCode('paymentGateway', [
  'alipay',
  'wechat',
  'lianlian',
  'sandbox',
])

/**
 * `id` is the order number, which is unique over all customers. `account`: the login name, or empty
 * once it was deleted. `gatewayNo`: transaction number of the gateway.
 */
export const CustomerOrder = z.object({
  ...Order.shape,
  id: Id,
  ownerId: Id,
  account: Text,
  gatewayNo: z.nullish(Text),
})
export type CustomerOrder = z.output<typeof CustomerOrder>

export const CustomerOrderWithEvents = z.object({
  ...CustomerOrder.shape,
  salesNum: Count,
  events: z.array(z.object({ event: OrderEvent, at: WireTime })),
})
export type CustomerOrderWithEvents = z.output<typeof CustomerOrderWithEvents>

export const customerOrders = {
  /** `no`, `gatewayNo` and `account` match parts. */
  page: get(
    '/operator/orders/page',
    pageQuery({
      no: z.optional(Search),
      gatewayNo: z.optional(Search),
      account: z.optional(Search),
      payStatus: z.optional(PayStatus),
      payChannel: z.optional(PayChannel),
      createDateTimeBegin: z.optional(WireTime),
      createDateTimeEnd: z.optional(WireTime),
    }),
    pageOf(CustomerOrder),
    { access: 'member' },
  ),

  get: get('/operator/orders/get', z.object({ id: Id }), CustomerOrderWithEvents, {
    access: 'member',
  }),

  flush: post('/operator/orders/flush', z.object({ id: Id }), Done, {
    access: 'member',
    outcome: 'get.payStatus',
  }),
}
