/** Downloads of the client programs. */
import { list } from '#console/engine/resource.ts'
import { operatorDownloads } from '#contract/operator/downloads.ts'

export default list(operatorDownloads, {
  route: 'operator/downloads',
  menu: ['catalogue', 4, 'devices'],
  columns: [{ field: ['label', 'enLabel'] }, 'id', 'version', 'val', 'children'],
  forms: { create: {}, edit: {} },
  actions: { remove: { confirm: 'danger' } },
})
