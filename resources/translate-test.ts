/** Translation playground: estimates the cost and compares the allowed channels (spec 2.35). */
import { screen } from '#console/engine/resource.ts'

export default screen({
  route: 'UserCenterChangeTranslateTest',
  menu: ['functions', 7, 'translate'],
  component: () => import('#console/features/translation/translate-screen.tsx'),
})
