/** Labels of operators' inputs that no list shows, for the sentences about invalid fields. */
import type { Messages } from '#locales/messages.ts'

export const zh = {
  fields: {
    search: '搜索内容',
    chars: '字符数',
    voices: '语音次数',
    images: '图片张数',
    minutes: '分钟数',
    group: '范围',
    kind: '类型',
    type: '账号类型',
    state: '状态',
    operator: '操作人',
    subject: '对象',
    reason: '原因',
    note: '备注',
    reference: '退款单号',
    revision: '版本号',
    waive: '是否免除不足部分',
  },
}

export const en: Messages<typeof zh> = {
  fields: {
    search: 'Search text',
    chars: 'Characters',
    voices: 'Voice units',
    images: 'Images',
    minutes: 'Minutes',
    group: 'Scope',
    kind: 'Type',
    type: 'Account type',
    state: 'Status',
    operator: 'Operator',
    subject: 'Subject',
    reason: 'Reason',
    note: 'Note',
    reference: 'Refund number',
    revision: 'Version',
    waive: 'Waiving the rest',
  },
}
