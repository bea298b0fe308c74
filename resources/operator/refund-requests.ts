/** Refunds that customers asked for: refunded by the existing way, or declined; and the rules. */
import { list } from '#console/engine/resource.ts'
import { refundRequests } from '#contract/operator/refund-requests.ts'
import { payerCell } from '#operator/customers/account-cell.tsx'

const loadRequest = () => import('#operator/payments/refund-request.tsx')

export default list(refundRequests, {
  route: 'operator/refund-requests',
  menu: ['payments', 3, 'return'],
  summary: () => import('#operator/payments/refund-rules.tsx'),
  moreFilters: ['cause', 'askDateTime'],
  rowOpens: ['refund', 'show'],
  columns: [
    { field: 'orderNo', copy: true, cut: 'start', width: { usual: 170, least: 104 } },
    { field: 'account', cell: payerCell, width: { usual: 180, least: 110 } },
    'amount',
    { field: 'num', hiddenByDefault: true },
    { field: 'paidAmount', hiddenByDefault: true },
    'state',
    { field: 'cause', width: { usual: 180, least: 110 } },
    { field: 'note', hiddenByDefault: true },
    'askDateTime',
    { field: 'decideDateTime', hiddenByDefault: true },
    { field: 'answer', hiddenByDefault: true },
    { field: 'refundNo', hiddenByDefault: true },
    { field: 'memberGroupName', hiddenByDefault: true },
    { field: 'creditedNum', hiddenByDefault: true },
    { field: 'payDateTime', hiddenByDefault: true },
    { field: 'gatewayNo', copy: true, cut: 'start', hiddenByDefault: true },
  ],
  forms: {
    decline: { when: { state: 'asked' }, secondary: true },
    reopen: { when: { state: 'approved', openRefundId: null, recorded: 0 }, secondary: true },
  },
  actions: {
    approve: { when: { state: 'asked' }, confirm: true },
    refund: { when: { state: 'approved', recorded: 0 }, component: loadRequest },
    show: { insteadOf: 'refund', secondary: true, component: loadRequest },
  },
})
