/** Buying a package: which, how many, how to pay, and what one has afterwards (spec 2.31). */
import { screen } from '#console/engine/resource.ts'

export default screen({
  route: 'UserCenterRecharge',
  menu: ['functions', 1, 'wallet'],
  access: 'main',
  component: () => import('#console/features/checkout/recharge-screen.tsx'),
})
