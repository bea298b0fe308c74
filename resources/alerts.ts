/** Alerts: by what means the owner is told of each kind, and at which hours not. */
import { screen } from '#console/engine/resource.ts'

export default screen({
  route: 'UserCenterAlerts',
  menu: 'notices',
  access: 'main',
  component: () => import('#console/features/alerts/alerts-screen.tsx'),
})
