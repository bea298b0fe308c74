/** One customer's account with its orders, ledger and sessions, by `?id=`. */
import { screen } from '#console/engine/resource.ts'

export default screen({
  route: 'operator/customer',
  menu: 'customers',
  component: () => import('#operator/customers/customer-screen.tsx'),
})
