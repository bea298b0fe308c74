/** Templates of the sentences that all collections share. */
import type { Messages } from '#locales/messages.ts'

export const zh = {
  actions: { create: '添加{{one}}' },
  /** Title of the import. */
  import: '导入{{many}}',
  confirm: {
    remove: '删除{{one}}“{{name}}”？\n删除后不能恢复。',
    removeMany_other: '删除所选的{{count}}条{{many}}？\n删除后不能恢复。',
  },
  failed: { create: '{{one}}未保存', edit: '修改未保存' },
  /** Label of a search in several fields. */
  search: '搜索',
  fields: {
    rows: '数据行',
    validateOnly: '仅检查',
  },
}

export const en: Messages<typeof zh> = {
  actions: { create: 'Add {{one}}' },
  import: 'Import {{many}}',
  confirm: {
    remove: 'Delete the {{one}} “{{name}}”?\nIt can’t be restored.',
    removeMany_one: 'Delete the {{count}} selected {{one}}?\nIt can’t be restored.',
    removeMany_other: 'Delete the {{count}} selected {{many}}?\nThey can’t be restored.',
  },
  failed: { create: 'The {{one}} was not saved', edit: 'The change was not saved' },
  search: 'Search',
  fields: {
    rows: 'Rows',
    validateOnly: 'Check only',
  },
}
