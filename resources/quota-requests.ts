/** Requests of sub-accounts for quota: asked, granted, declined and withdrawn. */
import { askedCell, grantedCell } from '#console/features/quota-requests/amounts-cell.tsx'
import { list } from '#console/engine/resource.ts'
import { quotaRequests } from '#contract/quota-requests.ts'

export default list(quotaRequests, {
  route: 'UserCenterQuotaRequests',
  menu: ['memberCentre', 9, 'coin'],
  header: () => import('#console/features/quota-requests/list-header.tsx'),
  columns: [
    'userName',
    { field: 'asked', cell: askedCell },
    'reason',
    'state',
    { field: 'granted', cell: grantedCell },
    { field: 'answer', hiddenByDefault: true },
    'createDateTime',
    { field: 'decisionDateTime', hiddenByDefault: true },
  ],
  forms: {
    grantOther: {
      when: { state: 'open' },
      secondary: true,
      preview: () => import('#console/features/quota-requests/grant-preview.tsx'),
    },
    decline: { when: { state: 'open' }, secondary: true },
  },
  actions: {
    grant: { when: { state: 'open' } },
    withdraw: { when: { state: 'open' }, confirm: true },
  },
})
