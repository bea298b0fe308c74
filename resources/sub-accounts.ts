/** The accounts a main account has opened for its people, and what each may still spend (spec 2.29). */
import { list } from '#console/resource.ts'
import { login } from '#contract/login.ts'
import { subAccounts } from '#contract/sub-accounts.ts'

export default list(subAccounts, {
  route: 'UserCenterChild',
  menu: ['memberCentre', 7],
  columns: [
    'account',
    { field: 'nickname', under: 'account' },
    'lastLoginDateTime',
    'memberAccount.usableCharNum',
    'memberAccount.usableVoiceNum',
    'memberAccount.usableImageNum',
    { field: 'enabled', toggle: 'changeEnabled', confirm: true },
  ],
  forms: {
    create: { free: { account: login.checkUsername } },
    edit: {},
    resetPassword: {},
  },
  actions: { remove: { confirm: 'danger' } },
  panels: { distribute: () => import('#console/distribution/distribute-one.tsx') },
  bulkPanels: { distributeMany: () => import('#console/distribution/distribute-many.tsx') },
  bulk: { remove: { confirm: 'danger' } },
})
