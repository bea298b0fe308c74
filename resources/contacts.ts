/** Workspaces and their shared customer contacts (spec 2.38). */
import { list } from '#console/engine/resource.ts'
import { contactCollection } from '#contract/workspace.ts'

export default list(contactCollection, {
  route: 'UserWorkSpace',
  menu: ['functions', 6, 'workspace'],
  component: () => import('#console/features/workspace/workspace.tsx'),
  columns: {
    cellphone: { copy: true },
    company: { stackUnder: 'title' },
    fromApp: { stackUnder: 'country' },
  },
})
