/** Titles of fapiao: who they are issued to. */
import { list } from '#console/engine/resource.ts'
import { fapiaoTitles } from '#contract/fapiaos.ts'

export default list(fapiaoTitles, {
  route: 'UserCenterFapiaoTitles',
  menu: 'orders',
  add: () => import('#console/features/fapiaos/title-button.tsx'),
  columns: [
    { field: 'name', width: { usual: 240, least: 140 } },
    'kind',
    { field: 'taxNo', copy: true, width: { usual: 180, least: 150 } },
    'email',
    'isDefault',
    { field: 'address', hiddenByDefault: true },
    { field: 'phone', hiddenByDefault: true },
    { field: 'bank', hiddenByDefault: true },
    { field: 'bankAccount', hiddenByDefault: true },
    { field: 'createDateTime', hiddenByDefault: true },
  ],
  actions: { edit: { component: () => import('#console/features/fapiaos/edit-title.tsx') } },
})
