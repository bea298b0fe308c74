/** Fapiao that customers asked for: issued, refused and reversed. */
import { list } from '#console/engine/resource.ts'
import { customerFapiaos } from '#contract/operator/fapiaos.ts'
import { payerCell } from '#operator/customers/account-cell.tsx'

const loadFapiao = () => import('#operator/fapiaos/handle-fapiao.tsx')

export default list(customerFapiaos, {
  route: 'operator/customer-fapiaos',
  menu: ['payments', 5, 'page'],
  rowOpens: ['handle', 'show'],
  moreFilters: ['kind', 'createDateTime'],
  columns: [
    { field: 'titleName', width: { usual: 220, least: 130 } },
    { field: 'account', cell: payerCell, width: { usual: 180, least: 110 } },
    'amount',
    { field: 'kind', stackUnder: 'amount' },
    'state',
    { field: 'taker', stackUnder: 'state' },
    { field: 'fapiaoNo', copy: true, cut: 'start', width: { usual: 190, least: 120 } },
    'createDateTime',
    { field: 'taxNo', copy: true, hiddenByDefault: true },
    { field: 'reversalNo', copy: true, hiddenByDefault: true },
    { field: 'takeDateTime', hiddenByDefault: true },
    { field: 'decisionDateTime', hiddenByDefault: true },
  ],
  actions: {
    handle: { when: { state: ['asked', 'issuing', 'toReverse'] }, component: loadFapiao },
    show: { insteadOf: 'handle', component: loadFapiao },
  },
})
