/** What needs attention, and the figures of the business today. */
import { screen } from '#console/engine/resource.ts'

export default screen({
  route: 'operator/today',
  menu: ['today', 1, 'overview'],
  component: () => import('#operator/today/today-screen.tsx'),
})
