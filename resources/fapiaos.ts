/** Fapiao of the account's orders: requests, their states and files. */
import { list } from '#console/engine/resource.ts'
import { fapiaos } from '#contract/fapiaos.ts'

export default list(fapiaos, {
  route: 'UserCenterFapiaos',
  menu: 'orders',
  add: () => import('#console/features/fapiaos/ask-button.tsx'),
  rowOpens: ['details'],
  moreFilters: ['kind', 'createDateTime'],
  columns: [
    { field: 'titleName', width: { usual: 220, least: 130 } },
    'amount',
    { field: 'kind', stackUnder: 'amount' },
    'state',
    { field: 'fapiaoNo', copy: true, cut: 'start', width: { usual: 190, least: 120 } },
    'createDateTime',
    { field: 'email', hiddenByDefault: true },
    { field: 'remark', hiddenByDefault: true },
    { field: 'issueDate', hiddenByDefault: true },
    { field: 'reason', hiddenByDefault: true },
  ],
  actions: {
    titles: { route: 'UserCenterFapiaoTitles', secondary: true },
    details: { component: () => import('#console/features/fapiaos/fapiao-details.tsx') },
    download: { when: { state: ['issued', 'toReverse', 'reversed'] } },
    withdraw: { when: { state: 'asked' }, confirm: true },
  },
})
