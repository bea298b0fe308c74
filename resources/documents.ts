/** Documents of the account: upload, translate and download. */
import { list } from '#console/engine/resource.ts'
import { endCell, languagesCell, NameCell, stateCell } from '#console/features/documents/cells.tsx'
import { documents } from '#contract/documents.ts'

export default list(documents, {
  route: 'UserCenterDocuments',
  menu: ['functions', 8, 'page'],
  add: () => import('#console/features/documents/upload-files.tsx'),
  header: () => import('#console/features/documents/list-actions.tsx'),
  columns: [
    { field: 'name', cell: NameCell, width: { usual: 320, least: 160 } },
    { field: 'state', cell: stateCell, width: 132 },
    { field: 'languages', cell: languagesCell, width: { usual: 220, least: 96 } },
    'charNum',
    { field: 'price', stackUnder: 'charNum' },
    { field: 'end', cell: endCell, width: { usual: 96, least: 76 }, stackUnder: 'state' },
    { field: 'userName', hiddenByDefault: true },
    { field: 'apiKeyId', hiddenByDefault: true },
    { field: 'problem', hiddenByDefault: true },
    { field: 'createDateTime', hiddenByDefault: true },
  ],
  moreFilters: ['sourceLangCode', 'targetLangCode', 'createDateTime'],
  actions: {
    start: {
      component: () => import('#console/features/documents/start-one.tsx'),
      when: { canStart: 1 },
    },
    download: { when: { state: 'done' } },
    remove: { confirm: 'danger' },
  },
  bulk: {
    start: { component: () => import('#console/features/documents/start-many.tsx') },
    download: { component: () => import('#console/features/documents/download-many.tsx') },
    remove: { confirm: 'danger' },
  },
})
