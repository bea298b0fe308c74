/** Names of what a fapiao contains, for its owner and for operators. */
import type { Messages } from '#locales/messages.ts'

export const zh = {
  buyer: {
    taxNo: '税号',
    address: '地址',
    phone: '电话',
    bank: '开户银行',
    bankAccount: '银行账号',
    email: '接收邮箱',
  },
  fields: {
    kind: '类型',
    titleName: '抬头',
    titleKind: '抬头类型',
    amount: '金额',
    remark: '备注',
    state: '状态',
    reason: '原因',
    fapiaoNo: '发票号码',
    issueDate: '开票日期',
    reversalNo: '红字发票号码',
    reversalDate: '红冲日期',
    decisionDateTime: '处理时间',
    createDateTime: '申请时间',
    file: '文件',
  },
  values: {
    kind: { ordinary: '普通发票', special: '专用发票' },
    titleKind: { company: '企业', individual: '个人' },
  },
  states: {
    asked: '待开具',
    issuing: '开具中',
    issued: '已开具',
    ended: '已失效',
    toReverse: '待红冲',
    reversed: '已红冲',
  },
} as const

export const en: Messages<typeof zh> = {
  buyer: {
    taxNo: 'Tax number',
    address: 'Address',
    phone: 'Phone',
    bank: 'Bank',
    bankAccount: 'Bank account',
    email: 'Send to',
  },
  fields: {
    kind: 'Type',
    titleName: 'Title',
    titleKind: 'Title type',
    amount: 'Amount',
    remark: 'Remark',
    state: 'Status',
    reason: 'Reason',
    fapiaoNo: 'Fapiao number',
    issueDate: 'Issue date',
    reversalNo: 'Red-letter number',
    reversalDate: 'Reversal date',
    decisionDateTime: 'Handled',
    createDateTime: 'Requested',
    file: 'File',
  },
  values: {
    kind: { ordinary: 'Ordinary', special: 'Special' },
    titleKind: { company: 'Company', individual: 'Individual' },
  },
  states: {
    asked: 'Requested',
    issuing: 'Being issued',
    issued: 'Issued',
    ended: 'Ended',
    toReverse: 'To be reversed',
    reversed: 'Reversed',
  },
}
