/** Sub-accounts of a main account and their remaining quota (spec 2.29). */
import { quotaCell } from '#console/features/distribution/quota-cell.tsx'
import { list } from '#console/engine/resource.ts'
import { login } from '#contract/login.ts'
import { subAccounts } from '#contract/sub-accounts.ts'

export default list(subAccounts, {
  route: 'UserCenterChild',
  menu: ['memberCentre', 5, 'people'],
  columns: [
    'account',
    { field: 'nickname', stackUnder: 'account' },
    'lastLoginDateTime',
    { field: 'memberAccount.usableCharNum', Cell: quotaCell('chars') },
    { field: 'memberAccount.usableVoiceNum', Cell: quotaCell('voices') },
    {
      field: 'memberAccount.usableImageNum',
      Cell: quotaCell('images'),
      stackUnder: 'memberAccount.usableVoiceNum',
    },
    { field: 'usedThisMonthNum', stackUnder: 'memberAccount.usableCharNum' },
    { field: 'enabled', toggle: 'changeEnabled', confirm: true },
  ],
  forms: {
    create: { uniqueCheck: { account: login.checkUsername } },
    edit: {},
    resetPassword: {},
  },
  actions: { remove: { confirm: 'danger' } },
  panels: {
    distribute: () => import('#console/features/distribution/distribute-one.tsx'),
    fans: { secondary: true, component: () => import('#console/features/workspace/fan-data.tsx') },
  },
  bulkPanels: {
    distributeMany: () => import('#console/features/distribution/distribute-many.tsx'),
  },
  bulk: { remove: { confirm: 'danger' } },
})
