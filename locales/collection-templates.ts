/** Templates of the sentences that all collections share. */
import type { Messages } from '#locales/messages.ts'

export const zh = {
  actions: { create: '添加{{one}}', restore: '恢复', restoreMany: '恢复所选' },
  /** Title of the import. */
  import: '导入{{many}}',
  confirm: {
    remove: '删除{{one}}“{{name}}”？\n删除后不能恢复。',
    removeMany_other: '删除所选的{{count}}条{{many}}？\n删除后不能恢复。',
  },
  done: { restore: '“{{name}}”已恢复', restoreMany_other: '已恢复{{count}}条{{many}}' },
  /** Of collections with a trash. */
  doneTrash: {
    remove: '“{{name}}”已移到回收站',
    removeMany_other: '{{count}}条{{many}}已移到回收站',
  },
  failed: { create: '{{one}}未保存', edit: '修改未保存' },
  trash: { note: '已删除的{{many}}保留{{trashDays}}天', empty: '回收站是空的' },
  /** Label of a search in several fields. */
  search: '搜索',
  fields: {
    deletedDateTime: '删除时间',
    deleted: '回收站',
    rows: '数据行',
    validateOnly: '仅检查',
  },
  values: { deleted: { '0': '未删除', '1': '已删除' } },
}

export const en: Messages<typeof zh> = {
  actions: { create: 'Add {{one}}', restore: 'Restore', restoreMany: 'Restore selected' },
  import: 'Import {{many}}',
  confirm: {
    remove: 'Delete the {{one}} “{{name}}”?\nIt can’t be restored.',
    removeMany_one: 'Delete the {{count}} selected {{one}}?\nIt can’t be restored.',
    removeMany_other: 'Delete the {{count}} selected {{many}}?\nThey can’t be restored.',
  },
  done: {
    restore: '“{{name}}” restored',
    restoreMany_one: '{{count}} {{one}} restored',
    restoreMany_other: '{{count}} {{many}} restored',
  },
  doneTrash: {
    remove: '“{{name}}” moved to the trash',
    removeMany_one: '{{count}} {{one}} moved to the trash',
    removeMany_other: '{{count}} {{many}} moved to the trash',
  },
  failed: { create: 'The {{one}} was not saved', edit: 'The change was not saved' },
  trash: { note: 'Deleted {{many}} are kept for {{trashDays}} days.', empty: 'The trash is empty' },
  search: 'Search',
  fields: {
    deletedDateTime: 'Deleted',
    deleted: 'Trash',
    rows: 'Rows',
    validateOnly: 'Check only',
  },
  values: { deleted: { '0': 'Not deleted', '1': 'Deleted' } },
}
