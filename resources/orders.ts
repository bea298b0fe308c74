/** Orders of a main account, with actions on pending ones and receipts of paid ones (spec 2.32). */
import { list } from '#console/engine/resource.ts'
import { orders } from '#contract/orders.ts'

export default list(orders, {
  route: 'UserCenterOrder',
  menu: ['functions', 2, 'order'],
  createRoute: 'UserCenterRecharge',
  columns: [
    { field: 'no', copy: true },
    { stack: ['payChannel', 'payStatus'], label: 'payInfo' },
    'memberGroupName',
    { field: 'tranChannelId', stackUnder: 'memberGroupName' },
    { field: 'num', stackUnder: 'amount' },
    'amount',
    { field: 'createDateTime', stackUnder: 'no' },
  ],
  pending: { payStatus: 'W' },
  actions: {
    flush: { when: { payStatus: 'W' }, resultField: 'payInfo.payStatus' },
    cancel: { when: { payStatus: 'W' }, resultField: 'payInfo.payStatus', confirm: 'danger' },
  },
  panels: {
    payAgain: {
      when: { payStatus: 'W' },
      component: () => import('#console/features/orders/pay-again.tsx'),
    },
    story: {
      load: 'get',
      secondary: true,
      component: () => import('#console/features/orders/order-details.tsx'),
    },
    receipt: {
      load: 'get',
      when: { payStatus: 'P' },
      component: () => import('#console/features/orders/receipt.tsx'),
    },
  },
})
