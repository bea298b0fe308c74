/** Sub-accounts of a main account and their remaining quota (spec 2.29). */
import { capsCell } from '#console/features/budgets/caps.tsx'
import { narrowQuota, quotaCell } from '#console/features/distribution/quota-cell.tsx'
import { accountCell } from '#console/features/sub-account/sub-account-link.tsx'
import { list } from '#console/engine/resource.ts'
import { listedSubAccounts } from '#contract/sub-accounts.ts'

export default list(listedSubAccounts, {
  route: 'UserCenterChild',
  menu: ['memberCentre', 5, 'people'],
  moreFilters: ['account', 'nickname', 'groupId', 'accountRole'],
  rowNumbers: true,
  add: () => import('#console/features/sub-account-import/import-button.tsx'),
  columns: [
    { field: 'account', cell: accountCell },
    { field: 'nickname', stackUnder: 'account', editable: 'edit' },
    'lastLoginDateTime',
    { field: 'memberAccount.usableCharNum', cell: quotaCell('chars') },
    { field: 'memberAccount.usableVoiceNum', ...narrowQuota('voices') },
    {
      field: 'memberAccount.usableImageNum',
      ...narrowQuota('images'),
      stackUnder: 'memberAccount.usableVoiceNum',
    },
    { field: 'usedThisMonthNum', stackUnder: 'memberAccount.usableCharNum' },
    { field: 'caps', cell: capsCell, hiddenByDefault: true },
    { field: 'accountRole', hiddenByDefault: true },
    'enabled',
  ],
  forms: {
    create: { preview: () => import('#console/features/distribution/first-quota.tsx') },
    edit: { secondary: true },
    resetPassword: {},
    setRole: { secondary: true },
  },
  actions: {
    distribute: { component: () => import('#console/features/distribution/distribute-one.tsx') },
    setBudget: { secondary: true, component: () => import('#console/features/budgets/budget.tsx') },
    fans: { secondary: true, component: () => import('#console/features/workspace/fan-data.tsx') },
    changeEnabled: { confirm: true },
    remove: { confirm: 'danger' },
  },
  bulk: {
    distributeMany: { component: () => import('#console/features/distribution/distribute.tsx') },
    moveToGroup: { component: () => import('#console/features/budgets/move-to-group.tsx') },
    resetPassword: { component: () => import('#console/features/batch/reset-many.tsx') },
    changeEnabledMany: { component: () => import('#console/features/sub-account/enable-many.tsx') },
    remove: { confirm: 'danger' },
  },
})
