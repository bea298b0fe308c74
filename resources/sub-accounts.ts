/** Sub-accounts of a main account and their remaining quota (spec 2.29). */
import { quotaCell } from '#console/features/distribution/quota-cell.tsx'
import { accountCell } from '#console/features/sub-account/sub-account-link.tsx'
import { list } from '#console/engine/resource.ts'
import { login } from '#contract/login.ts'
import { subAccounts } from '#contract/sub-accounts.ts'

const calls = { ...subAccounts, checkAccount: login.checkUsername }

export default list(calls, {
  route: 'UserCenterChild',
  menu: ['memberCentre', 5, 'people'],
  moreFilters: ['account', 'nickname'],
  rowNumbers: true,
  columns: [
    { field: 'account', cell: accountCell },
    { field: 'nickname', stackUnder: 'account', editable: 'edit' },
    'lastLoginDateTime',
    { field: 'memberAccount.usableCharNum', cell: quotaCell('chars') },
    { field: 'memberAccount.usableVoiceNum', cell: quotaCell('voices'), width: 48 },
    {
      field: 'memberAccount.usableImageNum',
      cell: quotaCell('images'),
      width: 48,
      stackUnder: 'memberAccount.usableVoiceNum',
    },
    { field: 'usedThisMonthNum', stackUnder: 'memberAccount.usableCharNum' },
    'enabled',
  ],
  forms: {
    create: { preview: () => import('#console/features/distribution/first-quota.tsx') },
    edit: { secondary: true },
    resetPassword: {},
  },
  actions: {
    distribute: { component: () => import('#console/features/distribution/distribute-one.tsx') },
    fans: {
      secondary: true,
      component: () => import('#console/features/workspace/fan-data.tsx'),
    },
    changeEnabled: { confirm: true },
    remove: { confirm: 'danger' },
  },
  bulk: {
    distributeMany: {
      component: () => import('#console/features/distribution/distribute-many.tsx'),
    },
    remove: { confirm: 'danger' },
  },
})
