/** Buying a package: which, how many, how to pay, and what one has afterwards (spec 2.31). */
import { screen } from '#console/resource.ts'

export default screen({
  route: 'UserCenterRecharge',
  menu: ['functions', 1, 'wallet'],
  access: 'main',
  draws: () => import('#console/recharge/recharge-screen.tsx'),
})
