/**
 * What a main account has bought or is about to pay for, and where each order stands (spec 2.32).
 */
import { list } from '#console/engine/resource.ts'
import { orders } from '#contract/orders.ts'

export default list(orders, {
  route: 'UserCenterOrder',
  menu: ['functions', 2, 'order'],
  madeAt: 'UserCenterRecharge',
  columns: [
    { field: 'no', copy: true },
    { stack: ['payChannel', 'payStatus'], called: 'payInfo' },
    'memberGroupName',
    { field: 'tranChannelId', under: 'memberGroupName' },
    { field: 'num', under: 'amount' },
    'amount',
    { field: 'createDateTime', under: 'no' },
  ],
  pending: { payStatus: 'W' },
  actions: {
    flush: { when: { payStatus: 'W' }, tells: 'payInfo.payStatus' },
    cancel: { when: { payStatus: 'W' }, tells: 'payInfo.payStatus', confirm: 'danger' },
  },
  panels: {
    payAgain: {
      when: { payStatus: 'W' },
      draws: () => import('#console/features/orders/pay-again.tsx'),
    },
    story: {
      asks: 'get',
      secondary: true,
      draws: () => import('#console/features/orders/order-details.tsx'),
    },
    receipt: {
      asks: 'get',
      when: { payStatus: 'P' },
      draws: () => import('#console/features/orders/receipt.tsx'),
    },
  },
})
