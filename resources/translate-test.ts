/**
 * A bench to try translations on: one text, its cost beforehand, the allowed channels side by side
 * (spec 2.35).
 */
import { screen } from '#console/engine/resource.ts'

export default screen({
  route: 'UserCenterChangeTranslateTest',
  menu: ['functions', 5, 'translate'],
  component: () => import('#console/features/translation/translate-screen.tsx'),
})
