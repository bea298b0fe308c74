/** Payments that match no order: each is credited to an order or account, or marked as returned. */
import { list } from '#console/engine/resource.ts'
import { paymentState } from '#operator/payments/state-with-request.tsx'
import { unmatchedPayments } from '#contract/operator/unmatched-payments.ts'

const loadPayment = () => import('#operator/payments/handle-payment.tsx')

export default list(unmatchedPayments, {
  route: 'operator/unmatched-payments',
  menu: ['payments', 1, 'coin'],
  rowOpens: ['assign', 'show'],
  moreFilters: ['reason', 'gateway', 'createDateTime'],
  columns: [
    { field: 'gatewayNo', copy: true, cut: 'start', width: { usual: 230, least: 150 } },
    'amount',
    { field: 'reason', stackUnder: 'state' },
    { field: 'orderNo', copy: true, cut: 'start', width: { usual: 170, least: 130 } },
    { field: 'account', copy: true, stackUnder: 'orderNo', width: { usual: 180, least: 132 } },
    { field: 'payDateTime', stackUnder: 'gatewayNo' },
    { field: 'state', cell: paymentState, width: { usual: 150, least: 134 } },
    { field: 'gateway', hiddenByDefault: true },
    { field: 'handledBy', hiddenByDefault: true },
    { field: 'createDateTime', hiddenByDefault: true },
  ],
  actions: {
    assign: { when: { state: 'open' }, component: loadPayment },
    show: { insteadOf: 'assign', component: loadPayment },
  },
})
