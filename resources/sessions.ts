/** Where this account is signed in, and ending that at once. */
import { list } from '#console/resource.ts'
import { device } from '#console/sessions/device.tsx'
import { sessions } from '#contract/sessions.ts'

export default list(sessions, {
  route: 'UserCenterSessions',
  menu: ['memberCentre', 7, 'devices'],
  tabs: ['account', 4],
  columns: [{ key: 'device', cell: device }, 'loginIp', 'loginDateTime', 'usedDateTime'],
  actions: { end: { when: { current: 0 }, confirm: true } },
  above: () => import('#console/sessions/end-others.tsx'),
})
