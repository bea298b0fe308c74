/** Login history of the account: time, IP and client type (spec 2.28). */
import { list } from '#console/engine/resource.ts'
import { loginLog } from '#contract/sessions.ts'

export default list(loginLog, {
  route: 'UserCenterLoginLog',
  menu: ['memberCentre', 4, 'history'],
  rowNumbers: true,
  defaultRange: { loginDateTime: 10 },
  columns: ['loginIp', 'clientType', 'loginDateTime'],
})
