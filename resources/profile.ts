/** Profile of the current user, with an editable name (spec 2.26). */
import { form } from '#console/engine/resource.ts'
import { users } from '#contract/users.ts'

export default form(users, {
  route: 'UserCenterInfo',
  menu: ['memberCentre', 2, 'person'],
  readOnly: ['account', 'username', 'registerDateTime'],
  forms: { update: {} },
  component: () => import('#console/features/account/profile/profile-cards.tsx'),
})
