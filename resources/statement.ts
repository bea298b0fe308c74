/** One statement by `?month=`, of one account by `&userId=`: on screen, printed, as PDF and CSV. */
import { screen } from '#console/engine/resource.ts'

export default screen({
  route: 'UserCenterStatement',
  menu: 'statements',
  component: () => import('#console/features/statements/statement-screen.tsx'),
})
