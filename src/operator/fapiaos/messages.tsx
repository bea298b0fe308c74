/** Messages of the screens about fapiao, and labels of their fields, which no list has. */
import { messageOf } from '#console/refine/i18n.ts'
import { messagesOf } from '#operator/i18n.ts'
import type { zh } from '#locales/operator/fapiaos.ts'

export const t = messagesOf<typeof zh>()

const labels = {
  kind: 'resources.customerFapiaos.fields.kind',
  titleKind: 'resources.customerFapiaos.fields.titleKind',
  titleName: 'resources.customerFapiaos.fields.titleName',
  taxNo: 'resources.customerFapiaos.fields.taxNo',
  address: 'resources.customerFapiaos.fields.address',
  phone: 'resources.customerFapiaos.fields.phone',
  bank: 'resources.customerFapiaos.fields.bank',
  bankAccount: 'resources.customerFapiaos.fields.bankAccount',
  remark: 'resources.customerFapiaos.fields.remark',
  email: 'resources.customerFapiaos.fields.email',
  amount: 'resources.customerFapiaos.fields.amount',
  taker: 'resources.customerFapiaos.fields.taker',
  takeDateTime: 'resources.customerFapiaos.fields.takeDateTime',
  account: 'resources.customerFapiaos.fields.account',
  createDateTime: 'resources.customerFapiaos.fields.createDateTime',
  fapiaoNo: 'resources.customerFapiaos.fields.fapiaoNo',
  issueDate: 'resources.customerFapiaos.fields.issueDate',
  reversalNo: 'resources.customerFapiaos.fields.reversalNo',
  reversalDate: 'resources.customerFapiaos.fields.reversalDate',
  reason: 'resources.customerFapiaos.fields.reason',
  file: 'resources.customerFapiaos.fields.file',
} as const

export const label = (field: keyof typeof labels): string => messageOf(labels[field])
