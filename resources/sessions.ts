/** Active sessions of the account, and their revocation. */
import { list } from '#console/engine/resource.ts'
import { deviceCell } from '#console/features/security/sessions/device.tsx'
import { sessions } from '#contract/sessions.ts'

export default list(sessions, {
  route: 'UserCenterSessions',
  menu: ['memberCentre', 8, 'devices'],
  columns: [{ field: 'device', cell: deviceCell }, 'loginIp', 'loginDateTime', 'usedDateTime'],
  actions: { end: { when: { current: 0 }, confirm: true } },
  header: () => import('#console/features/security/sessions/end-others.tsx'),
})
