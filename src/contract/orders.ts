/** Orders: buying a package and paying for it. */
import * as z from 'zod/mini'
import { BillingMode, PayChannel, PayStatus } from '#contract/codes.ts'
import { Done, get, Nothing, pageOf, pageQuery, post } from '#contract/endpoint.ts'
import { limits } from '#contract/limits.ts'
import { Cents, ChannelId, Id, localized, meaning, quota, Text, WireTime } from '#contract/vocabulary.ts'

/** 3.10 */
export const Order = z.object({
  id: Id,
  no: Text,
  payChannel: PayChannel,
  payStatus: PayStatus,
  memberGroupName: localized('memberGroupEnName'),
  memberGroupEnName: z.nullish(Text),
  tranChannelId: z.nullish(ChannelId),
  translationBillingMode: BillingMode,
  num: quota('translationBillingMode'),
  amount: Cents,
  createDateTime: WireTime,
})
export type Order = z.output<typeof Order>

/** 3.11: for ALI_NATIVE `scanQRCodeUrl` is the text of an HTML form (4.8). */
export const PayResult = z.object({ scanQRCodeUrl: Text, orderId: Id, orderNo: Text })

const SalesNum = z.int().check(z.gte(limits.sales.min), z.lte(limits.sales.max))
meaning.add(SalesNum, { kind: 'count' })

export const orders = {
  page: get('/orderByMemberGroup/page', pageQuery({ payStatus: z.optional(PayStatus) }), pageOf(Order), {
    spec: '7.33',
    access: 'main',
    does: 'Lists one’s orders, newest first.',
  }),

  pay: post('/orderByMemberGroup/pay', z.object({ memberGroupId: Id, salesNum: SalesNum, payChannel: PayChannel }), PayResult, {
    spec: '7.34',
    access: 'main',
    moves: true,
    does: 'Creates an order and tells where to pay it.',
  }),

  payInfo: get('/orderByMemberGroup/getPayInfo', z.object({ id: Id }), z.object({ payStatus: PayStatus }), {
    spec: '7.35',
    access: 'main',
    does: 'Tells whether an order is paid.',
  }),

  flush: get('/orderByMemberGroup/flush', z.object({ id: Id }), Done, {
    spec: '7.36',
    access: 'main',
    does: 'Asks the payment gateway about one order now.',
  }),

  cancel: post('/orderByMemberGroup/cancel', z.object({ id: Id }), Done, {
    access: 'main',
    moves: true,
    does: 'Cancels an order awaiting payment; a payment already made wins.',
  }),

  payChannels: get('/payInfo/channel', Nothing, z.array(PayChannel), {
    spec: '7.37',
    access: 'main',
    does: 'Lists the payment channels, the default first.',
  }),
}
