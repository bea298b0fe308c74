/**
 * Who registered by one's invitation, and whether it brought them the reward (spec 1.6, 2.25). The
 * overview leads here.
 */
import { list } from '#console/engine/resource.ts'
import { invites } from '#contract/invites.ts'

export default list(invites, {
  route: 'UserCenterInvite',
  menu: ['memberCentre', 8, 'gift'],
  columns: ['name', 'reward', 'registerDateTime'],
})
