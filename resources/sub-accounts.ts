/** Sub-accounts of a main account and their remaining quota (spec 2.29). */
import { quotaCell } from '#console/features/distribution/quota-cell.tsx'
import { accountCell } from '#console/features/sub-account/sub-account-link.tsx'
import { list } from '#console/engine/resource.ts'
import { login } from '#contract/login.ts'
import { subAccounts } from '#contract/sub-accounts.ts'

export default list(
  { ...subAccounts, checkAccount: login.checkUsername },
  {
    route: 'UserCenterChild',
    menu: ['memberCentre', 5, 'people'],
    columns: [
      { field: 'account', cell: accountCell },
      { field: 'nickname', stackUnder: 'account' },
      'lastLoginDateTime',
      { field: 'memberAccount.usableCharNum', cell: quotaCell('chars') },
      { field: 'memberAccount.usableVoiceNum', cell: quotaCell('voices') },
      {
        field: 'memberAccount.usableImageNum',
        cell: quotaCell('images'),
        stackUnder: 'memberAccount.usableVoiceNum',
      },
      { field: 'usedThisMonthNum', stackUnder: 'memberAccount.usableCharNum' },
      'enabled',
    ],
    forms: { create: {}, edit: {}, resetPassword: {} },
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
  },
)
