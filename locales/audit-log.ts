/** What an entry of the audit log shows of its call, by the name of the input. */
import { enAmounts, zhAmounts } from '#locales/budgets.ts'
import type { Messages } from '#locales/messages.ts'

export const zh = {
  deleted: '已删除的子账号{{id}}',
  deletedNow: '{{name}}（编号{{id}}）',
  all: '查看全部操作记录',
  item: '{{name}}：{{value}}',
  separator: '，',
  yes: '是',
  no: '否',
  inputs: {
    ...zhAmounts,
    changeCharNum: '字符',
    changeVoiceNum: '语音',
    changeImageNum: '图片',
    ownRule: '单独设置',
    enabled: '启用',
    allowed: '允许',
    autoDistribution: '自动分配',
    accountRole: '角色',
    salesNum: '数量',
    lowCharNum: '低于字符',
    imported: '条数',
    apiKey: '密钥',
  },
} as const

export const en: Messages<typeof zh> = {
  deleted: 'Deleted sub-account {{id}}',
  deletedNow: '{{name}} (number {{id}})',
  all: 'All entries',
  item: '{{name}}: {{value}}',
  separator: ', ',
  yes: 'yes',
  no: 'no',
  inputs: {
    ...enAmounts,
    changeCharNum: 'Characters',
    changeVoiceNum: 'Voice units',
    changeImageNum: 'Images',
    ownRule: 'Budget of its own',
    enabled: 'Enabled',
    allowed: 'Allowed',
    autoDistribution: 'Automatic distribution',
    accountRole: 'Role',
    salesNum: 'Quantity',
    lowCharNum: 'Below characters',
    imported: 'Rows',
    apiKey: 'API key',
  },
}
