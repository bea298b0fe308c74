/** Logout page: ends the session and confirms it (spec 2.24). */
import { screen } from '#console/engine/resource.ts'

export default screen({
  route: 'UserCenterExit',
  access: 'visitor',
  component: () => import('#console/features/logout/logout-screen.tsx'),
})
