/** Translation channels and their prices, with a preview of each change. */
import { list } from '#console/engine/resource.ts'
import { channelCollection } from '#contract/operator/channels.ts'

const preview = () => import('#operator/catalogue/channel-preview.tsx')

export default list(channelCollection, {
  route: 'operator/channels',
  menu: ['catalogue', 2, 'translate'],
  columns: [
    { field: ['name', 'enName'], width: { usual: 230, least: 190 } },
    { field: 'id', width: { usual: 40, least: 24 } },
    { field: 'engine', width: { usual: 130, least: 90 } },
    'tier',
    'centsPerMillion',
    { field: 'offered', stackUnder: 'tier' },
    { field: 'fallbackChannelId', stackUnder: 'engine' },
    { field: 'position', width: { usual: 60, least: 36 } },
  ],
  forms: { create: { preview }, edit: { preview } },
})
