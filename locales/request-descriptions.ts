/** What the calls about requests for fapiao and quota do, for the API documentation; part of `api-descriptions.ts`. */
import type { Messages } from '#locales/messages.ts'

export const zh = {
  fapiaoTitles: { add: '添加发票抬头；第一个成为默认抬头。' },
  fapiaos: {
    orders: '可以开票的订单：已支付、未全额退款、没有申请过发票，新的在前。',
    ask: '为一个或多个订单申请发票；金额须与当时可开票的金额一致。',
    withdraw: '撤回还没有开具的申请。',
    download: '下载发票文件，或红字发票文件。',
  },
  quotaRequests: {
    ask: '子账号向主账号申请额度；同时只能有一个待处理的申请。',
    withdraw: '撤回自己待处理的申请。',
    grant: '同意申请，按申请的数量分配额度。',
    grantOther: '同意申请，按另外的数量分配额度。',
    decline: '拒绝申请。',
  },
} as const

export const en: Messages<typeof zh> = {
  fapiaoTitles: { add: 'Adds a title of fapiao; the first one becomes the default.' },
  fapiaos: {
    orders:
      'Lists the orders for which a fapiao can be requested, newest first: paid, not refunded in full, and without a request.',
    ask: 'Requests a fapiao for one or several orders; the amount has to be what can be invoiced at that moment.',
    withdraw: 'Withdraws a request that is not issued yet.',
    download: 'Returns the file of a fapiao, or of its red-letter reversal.',
  },
  quotaRequests: {
    ask: 'Asks the main account for quota; a sub-account has at most one open request.',
    withdraw: 'Withdraws an open request.',
    grant: 'Grants a request: distributes what was asked for.',
    grantOther: 'Grants a request with other amounts.',
    decline: 'Declines a request.',
  },
}
