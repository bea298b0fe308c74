/** Workspaces and their shared customer contacts (spec 2.38). */
import { list } from '#console/engine/resource.ts'
import { contacts } from '#contract/workspace.ts'

export default list(contacts, {
  route: 'UserWorkSpace',
  menu: ['functions', 6, 'workspace'],
  component: () => import('#console/features/workspace/workspace.tsx'),
  columns: [
    'title',
    { field: 'cellphone', copy: true },
    { field: 'company', stackUnder: 'title' },
    'step',
    'country',
    'tags',
    { field: 'fromApp', stackUnder: 'country' },
  ],
  forms: { create: {}, edit: {} },
  actions: { remove: { confirm: 'danger' } },
  bulk: { remove: { confirm: 'danger' } },
})
