/** Two-factor authentication: turn on, turn off, recovery codes. */
import { screen } from '#console/engine/resource.ts'

export default screen({
  route: 'UserCenterSecondStep',
  menu: ['memberCentre', 7, 'shield'],
  component: () => import('#console/features/security/two-factor/two-factor-screen.tsx'),
})
