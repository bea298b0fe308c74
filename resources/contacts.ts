/** Workspaces and their shared customer contacts (spec 2.38). */
import { list } from '#console/engine/resource.ts'
import { contactCollection } from '#contract/workspace.ts'

export default list(contactCollection, {
  route: 'UserWorkSpace',
  menu: ['functions', 9, 'workspace'],
  component: () => import('#console/features/workspace/workspace.tsx'),
  moreFilters: ['step', 'createDateTime'],
  columns: {
    title: { width: { usual: 130, least: 84 } },
    cellphone: { copy: true, width: { usual: 140, least: 124 } },
    company: { stackUnder: 'title', width: { usual: 130, least: 76 } },
    country: { width: { usual: 110, least: 64 } },
    step: { editable: 'edit' },
    tags: { editable: 'edit', width: { usual: 100, least: 56 } },
    fromApp: { stackUnder: 'country' },
  },
})
