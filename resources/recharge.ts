/** Package checkout (spec 2.31). */
import { screen } from '#console/engine/resource.ts'

export default screen({
  route: 'UserCenterRecharge',
  menu: ['functions', 1, 'wallet'],
  access: 'main',
  component: () => import('#console/features/checkout/recharge-screen.tsx'),
})
