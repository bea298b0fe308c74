/** Users registered by invitation and the reward for each (spec 1.6, 2.25). */
import { list } from '#console/engine/resource.ts'
import { invites } from '#contract/invites.ts'

export default list(invites, {
  route: 'UserCenterInvite',
  menu: ['memberCentre', 9, 'gift'],
  columns: ['name', 'reward', 'registerDateTime'],
})
