/** The way out: ends the session and says so (spec 2.24). */
import { screen } from '#console/resource.ts'

export default screen({
  route: 'UserCenterExit',
  access: 'visitor',
  draws: () => import('#console/exit/exit-screen.tsx'),
})
