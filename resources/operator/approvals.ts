/** Changes that need a second operator's approval, open and decided. */
import { list } from '#console/engine/resource.ts'
import { approvals } from '#contract/operator/approvals.ts'
import { subjectCell } from '#operator/team/log-action.tsx'

const loadDecision = () => import('#operator/approvals/decide.tsx')

export default list(approvals, {
  route: 'operator/approvals',
  menu: ['customers', 2, 'shield'],
  rowOpens: ['decide', 'show'],
  moreFilters: ['operator', 'subject', 'createDateTime'],
  columns: [
    'createDateTime',
    'kind',
    { field: 'subject', cell: subjectCell, width: { usual: 220, least: 120 } },
    { field: 'operator', stackUnder: 'createDateTime' },
    'reason',
    'state',
    { field: 'decidedOperator', stackUnder: 'state' },
    { field: 'decideDateTime', hiddenByDefault: true },
    { field: 'note', hiddenByDefault: true },
  ],
  actions: {
    decide: { when: { mayRefuse: 1, isOwn: 0 }, component: loadDecision },
    show: { insteadOf: 'decide', component: loadDecision },
  },
})
