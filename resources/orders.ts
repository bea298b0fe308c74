/** Orders of a main account, with actions on pending ones and receipts of paid ones (spec 2.32). */
import { list } from '#console/engine/resource.ts'
import { paymentColumn } from '#console/features/orders/payment-column.tsx'
import { fapiaos } from '#contract/fapiaos.ts'
import { orderRefunds } from '#contract/order-refunds.ts'
import { orders } from '#contract/orders.ts'

const { get } = orders
const load = {
  payAgain: () => import('#console/features/orders/pay-again.tsx'),
  details: () => import('#console/features/orders/order-details.tsx'),
  receipt: () => import('#console/features/orders/receipt.tsx'),
  fapiao: () => import('#console/features/fapiaos/ask-for-order.tsx'),
  refund: () => import('#console/features/orders/ask-refund.tsx'),
}
const canAskForRefund = { payStatus: 'P', refundRequestState: [null, 'withdrawn'] } as const

export default list(
  { ...orders, details: get, receipt: get, refund: orderRefunds.ask, fapiao: fapiaos.calls.ask },
  {
    route: 'UserCenterOrder',
    menu: ['functions', 2, 'order'],
    header: () => import('#console/features/orders/pending-orders.tsx'),
    moreFilters: ['payChannel'],
    rowOpens: ['details'],
    columns: [
      { field: 'no', copy: true, cut: 'start', width: { usual: 170, least: 122 } },
      paymentColumn,
      { field: 'memberGroupName', width: { usual: 140, least: 92 } },
      { field: 'tranChannelId', stackUnder: 'memberGroupName' },
      { field: 'num', stackUnder: 'amount' },
      'amount',
      { field: 'createDateTime', stackUnder: 'no' },
      { field: 'fapiaoState', hiddenByDefault: true },
      { field: 'refundRequestState', hiddenByDefault: true },
    ],
    actions: {
      create: { route: 'UserCenterRecharge' },
      fapiaos: { route: 'UserCenterFapiaos', secondary: true },
      payAgain: { when: { payStatus: 'W' }, component: load.payAgain },
      details: { secondary: true, component: load.details },
      receipt: { when: { payStatus: 'P' }, component: load.receipt },
      fapiao: { when: { invoiceable: 1 }, secondary: true, component: load.fapiao },
      refund: { when: canAskForRefund, secondary: true, component: load.refund },
      cancel: { when: { payStatus: 'W' }, confirm: true },
      flush: { when: { payStatus: 'W' } },
    },
  },
)
