/** Requests of sub-accounts for quota: asked, granted, declined and withdrawn. */
import { askedCell, grantedCell } from '#console/features/quota-requests/amounts-cell.tsx'
import { list } from '#console/engine/resource.ts'
import { quotaRequests } from '#contract/quota-requests.ts'

export default list(quotaRequests, {
  route: 'UserCenterQuotaRequests',
  menu: ['memberCentre', 10, 'coin'],
  header: () => import('#console/features/quota-requests/ask-header.tsx'),
  summary: () => import('#console/features/quota-requests/left-to-give.tsx'),
  columns: [
    'userName',
    { field: 'asked', cell: askedCell, width: { usual: 210, least: 170 } },
    'reason',
    'state',
    { field: 'granted', cell: grantedCell, width: { usual: 150, least: 110 } },
    { field: 'answer', hiddenByDefault: true },
    'createDateTime',
    { field: 'decisionDateTime', hiddenByDefault: true },
  ],
  forms: {
    // After the action that grants.
    decline: { when: { state: 'open' }, secondary: true },
    grantOther: {
      when: { state: 'open' },
      secondary: true,
      preview: () => import('#console/features/quota-requests/grant-preview.tsx'),
    },
  },
  actions: {
    grant: { when: { state: 'open' } },
    withdraw: { when: { state: 'open' }, confirm: true },
  },
})
