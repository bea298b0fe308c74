/** Refunds, with what each takes back from the customer's balance. */
import { list } from '#console/engine/resource.ts'
import { refunds } from '#contract/operator/refunds.ts'

const loadSettlement = () => import('#operator/payments/settle-refund.tsx')

export default list(refunds, {
  route: 'operator/refunds',
  menu: ['payments', 2, 'return'],
  rowOpens: ['settle', 'show'],
  moreFilters: ['gateway', 'createDateTime'],
  columns: [
    { field: 'refundNo', copy: true, cut: 'start', width: { usual: 170, least: 104 } },
    {
      field: 'orderNo',
      copy: true,
      cut: 'start',
      stackUnder: 'refundNo',
      width: { usual: 170, least: 104 },
    },
    'amount',
    { field: ['state', 'progress'] },
    { field: ['taken', 'owed'] },
    { field: 'createDateTime', stackUnder: 'amount' },
    { field: 'reason', hiddenByDefault: true },
    { field: 'gateway', hiddenByDefault: true },
    { field: 'waived', hiddenByDefault: true },
    { field: 'gatewayNo', hiddenByDefault: true },
    { field: 'refundDateTime', hiddenByDefault: true },
  ],
  actions: {
    settle: { when: { state: ['open', 'owed'] }, component: loadSettlement },
    show: { insteadOf: 'settle', component: loadSettlement },
  },
})
