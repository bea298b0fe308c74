/** Orders of all customers, with their history and refunds. */
import { list } from '#console/engine/resource.ts'
import { customerOrders } from '#contract/operator/orders.ts'
import { payerCell } from '#operator/customers/account-cell.tsx'
import { orderState } from '#operator/payments/state-with-request.tsx'

export default list(customerOrders, {
  route: 'operator/customer-orders',
  menu: ['payments', 4, 'order'],
  rowOpens: ['show'],
  moreFilters: ['payChannel', 'createDateTime'],
  columns: [
    { field: 'no', copy: true, cut: 'start', width: { usual: 170, least: 152 } },
    { field: 'account', cell: payerCell, width: { usual: 180, least: 110 } },
    { field: 'memberGroupName', stackUnder: 'account' },
    { field: 'num', stackUnder: 'memberGroupName', hiddenByDefault: true },
    'amount',
    {
      field: ['payStatus', 'payChannel'],
      cell: orderState,
      width: { usual: 220, least: 128 },
    },
    { field: 'createDateTime', stackUnder: 'no' },
    { field: 'gatewayNo', copy: true, cut: 'start', hiddenByDefault: true },
  ],
  actions: {
    show: { component: () => import('#operator/payments/order-with-events.tsx') },
    flush: { when: { payStatus: ['W', 'T', 'C'] } },
    refund: {
      when: { payStatus: 'P' },
      component: () => import('#operator/payments/record-refund.tsx'),
    },
  },
})
