/** What operators changed, with the values before and after. */
import { list } from '#console/engine/resource.ts'
import { operatorLog } from '#contract/operator/operator-log.ts'
import { actionCell, subjectCell } from '#operator/team/log-action.tsx'

export default list(operatorLog, {
  route: 'operator/operator-log',
  menu: ['team', 2, 'history'],
  rowOpens: ['show'],
  moreFilters: ['subject', 'createDateTime'],
  columns: [
    'createDateTime',
    'operator',
    { field: 'action', cell: actionCell },
    { field: 'subject', cell: subjectCell, width: { usual: 220, least: 120 } },
    'reason',
  ],
  actions: { show: { component: () => import('#operator/team/log-change.tsx') } },
})
