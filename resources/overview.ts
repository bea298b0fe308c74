/** Account overview (spec 2.25). */
import { screen } from '#console/engine/resource.ts'

export default screen({
  route: 'UserCenterIndex',
  menu: ['memberCentre', 1, 'overview'],
  component: () => import('#console/features/overview/overview-screen.tsx'),
})
