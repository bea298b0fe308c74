/** Descriptions of the calls of all collections. */
import type { Messages } from '#locales/messages.ts'

export const zh = {
  rows: {
    page: '分页查询{{many}}，最新的在前。',
    get: '查询一条{{one}}。',
    create: '添加{{one}}。',
    edit: '修改{{one}}，未填的字段会清空。',
    remove: '删除{{many}}，已删除的会忽略。',
    import: '批量导入{{many}}：全部导入，有一条不符合要求则都不导入。',
  },
  /** Of rows in an order of their own; commands keep the fields that are not given. */
  records: {
    page: '{{many}}列表，按显示顺序。',
    get: '查询一条{{one}}。',
    create: '添加{{one}}。',
    edit: '修改{{one}}。',
    remove: '删除{{one}}。',
  },
}

export const en: Messages<typeof zh> = {
  rows: {
    page: 'Lists the {{many}}, newest first.',
    get: 'Returns one {{one}}.',
    create: 'Adds a new {{one}}.',
    edit: 'Changes one {{one}}; omitted fields are cleared.',
    remove: 'Deletes one or more {{many}}; those already deleted are ignored.',
    import: 'Adds many {{many}} at once: all, or none if one of them is refused.',
  },
  records: {
    page: 'Lists the {{many}} in their order.',
    get: 'Returns one {{one}}.',
    create: 'Adds a new {{one}}.',
    edit: 'Changes one {{one}}.',
    remove: 'Deletes one {{one}}.',
  },
}
