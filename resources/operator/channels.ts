/** Translation channels and their prices, with a preview of each change. */
import { list } from '#console/engine/resource.ts'
import { channelCollection } from '#contract/operator/channels.ts'

const preview = () => import('#operator/catalogue/channel-preview.tsx')

export default list(channelCollection, {
  route: 'operator/channels',
  menu: ['catalogue', 2, 'translate'],
  columns: [
    { field: ['name', 'enName'] },
    'id',
    'engine',
    'tier',
    'centsPerMillion',
    { field: 'offered', stackUnder: 'tier' },
    'position',
  ],
  forms: { create: { preview }, edit: { preview } },
})
