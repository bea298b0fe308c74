/** The way out: ends the session and says so (spec 2.24). */
import { screen } from '#console/engine/resource.ts'

export default screen({
  route: 'UserCenterExit',
  access: 'visitor',
  component: () => import('#console/features/logout/logout-screen.tsx'),
})
