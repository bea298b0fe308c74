/** Packages: what customers can buy, with a preview of each change. */
import { list } from '#console/engine/resource.ts'
import { packageCollection } from '#contract/operator/packages.ts'

const preview = () => import('#operator/catalogue/package-preview.tsx')

export default list(packageCollection, {
  route: 'operator/packages',
  menu: ['catalogue', 1, 'wallet'],
  columns: [
    { field: ['name', 'enName'], width: { usual: 240, least: 160 } },
    'id',
    { field: 'translationBillingMode', stackUnder: 'channelId' },
    'num',
    { field: 'salePrice', stackUnder: 'num' },
    'channelId',
    'onSale',
    { field: 'createChildUser', stackUnder: 'onSale' },
    'position',
  ],
  forms: { create: { preview }, edit: { preview } },
})
