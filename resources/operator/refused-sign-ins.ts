/** Refused sign-ins at the operators' console, by account, day and network. */
import { list } from '#console/engine/resource.ts'
import { refusedSignIns } from '#contract/operator/refused-sign-ins.ts'
import { accountCell } from '#operator/team/refused-account.tsx'

export default list(refusedSignIns, {
  route: 'operator/refused-sign-ins',
  menu: ['team', 3, 'key'],
  columns: [
    'lastDateTime',
    { field: 'account', cell: accountCell },
    'refusal',
    { field: 'network', stackUnder: 'ip' },
    'ip',
    'count',
    { field: 'firstDateTime', hiddenByDefault: true },
  ],
})
