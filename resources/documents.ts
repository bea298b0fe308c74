/** Documents that programs of the account have uploaded, and how far their translation is. */
import { list } from '#console/engine/resource.ts'
import { documents } from '#contract/documents.ts'

export default list(documents, {
  route: 'UserCenterDocuments',
  menu: ['functions', 6, 'page'],
  columns: [
    'name',
    'state',
    'problem',
    'sourceLangCode',
    'targetLangCode',
    'charNum',
    'createDateTime',
  ],
  actions: { remove: { confirm: 'danger' } },
})
