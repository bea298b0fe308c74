/** Customers, searched by any of their identifiers; a name links to the account. */
import { list } from '#console/engine/resource.ts'
import { customers } from '#contract/operator/customers.ts'
import { accountCell, ownerCell } from '#operator/customers/account-cell.tsx'
import { stateCell } from '#operator/customers/state-tag.tsx'

export default list(customers, {
  route: 'operator/customers',
  menu: ['customers', 1, 'person'],
  initialFilters: { type: 'main' },
  rowDetails: {
    has: ({ subAccountCount }) => subAccountCount > 0,
    component: () => import('#operator/customers/sub-accounts.tsx'),
  },
  columns: [
    { field: 'account', cell: accountCell, width: { usual: 190, least: 120 } },
    { field: 'nickname', stackUnder: 'account' },
    { field: 'username', hiddenByDefault: true },
    { field: 'type', when: { type: ['sub', undefined] } },
    { field: 'state', cell: stateCell, width: 88 },
    {
      field: 'ownerAccount',
      cell: ownerCell,
      stackUnder: 'type',
      when: { type: ['sub', undefined] },
    },
    { field: 'subAccountCount', when: { type: ['main', undefined] } },
    'registerDateTime',
    'lastLoginDateTime',
    { field: 'inviteCode', hiddenByDefault: true },
  ],
})
