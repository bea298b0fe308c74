/** Alerts: by what means the owner is notified of each kind, and at which hours not. */
import { screen } from '#console/engine/resource.ts'

export default screen({
  route: 'UserCenterAlerts',
  access: 'main',
  component: () => import('#console/features/alerts/alerts-screen.tsx'),
})
