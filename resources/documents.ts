/** Documents of the account: upload, translate and download. */
import { list } from '#console/engine/resource.ts'
import { documents } from '#contract/documents.ts'

export default list(documents, {
  route: 'UserCenterDocuments',
  menu: ['functions', 6, 'page'],
  columns: ['name', 'state', 'sourceLangCode', 'targetLangCode', 'charNum', 'createDateTime'],
  actions: { remove: { confirm: 'danger' } },
})
