/** One sub-account by `?userId=`: balance, use, contacts, sessions and what happened to it. */
import { screen } from '#console/engine/resource.ts'

export default screen({
  route: 'UserCenterSubAccount',
  menu: 'subAccounts',
  access: 'main',
  accountRoles: ['deputy'],
  component: () => import('#console/features/sub-account/sub-account-screen.tsx'),
})
