/** Messages about fapiao that can't be asked for, issued or reversed. */
import type { Messages } from '#locales/messages.ts'

export const zh = {
  reasons: {
    fapiaoOrderUnpaid: '订单 {{no}} 尚未支付，不能开票',
    fapiaoOrderTaken: '订单 {{no}} 已申请开票，不能重复申请',
    fapiaoRefundOpen: '订单 {{no}} 有退款正在处理，处理完毕后才能开票',
    fapiaosPerDay: '每天最多申请{{limit}}张发票，请明天再试。一张发票可以包含多个订单',
    fapiaoNothingLeft: '订单 {{no}} 已全额退款，没有可开票的金额',
    fapiaoAmountChanged: '可开票金额已变为¥{{amount}}，没有提交申请。请核对后再次提交',
    fapiaoSumChanged:
      '订单有退款，这张发票的金额已变为¥{{amount}}，没有登记。请选择在税务系统实际开具的金额，再次登记',
    fapiaoTitleIncomplete: '专用发票需要企业抬头和税号，请选择企业抬头',
    fapiaoTaxNoOfIndividual: '个人抬头没有税号，请清空税号，或选择企业抬头',
    fapiaoNotIssued: '这张发票还没有开具',
    fapiaoNotTaken: '还没有人接手这个开票申请，请先接手，再到税务系统开具',
    fapiaoBeingIssued: '这张发票正在开具，不能撤回或更改。如有问题，请联系客服',
    fapiaoTakenBy: '{{name}}正在开具这张发票，没有登记。如需由您开具，请先接手',
    fapiaoIssued: '这张发票已经开具',
    fapiaoRefused: '这个开票申请已被拒绝',
    fapiaoWithdrawn: '这个开票申请已撤回。如果已在税务系统开具，请红冲',
    fapiaoEnded: '这个开票申请已失效：订单已全额退款。如果已在税务系统开具，请红冲',
    fapiaoReversed: '这张发票已经红冲',
    fapiaoFileFormat: '文件的内容不是 PDF、OFD 或 XML，请上传税务系统导出的发票文件',
    fapiaoDateLater: '日期不能晚于今天',
    fapiaoDateBeforePayment: '开票日期不能早于订单的支付日期',
    fapiaoDatesReversed: '红冲日期不能早于开票日期',
    fapiaoDateNotExchangeable:
      '现在登记为{{number}}的发票，日期不能换成{{date}}：开票会早于订单的支付，或者红冲会早于开票。可以只互换号码',
    fapiaoUnchanged: '号码、日期和金额与已登记的相同，也没有更换文件',
    fapiaoSumOutside:
      '按订单和退款，这张发票的金额只能在¥{{least}}和¥{{most}}之间。发票本身金额有误的，请红冲',
    fapiaoNumberUsed: '发票号码{{number}}已经登记过，请检查号码',
    fapiaoNumberOfNone: '没有别的发票登记为号码{{number}}，不能互换，请检查号码',
  },
} as const

export const en: Messages<typeof zh> = {
  reasons: {
    fapiaoOrderUnpaid: 'Order {{no}} is not paid, so there is no fapiao for it.',
    fapiaoOrderTaken: 'A fapiao for order {{no}} has already been requested.',
    fapiaoRefundOpen: 'A refund of order {{no}} is being processed. Wait until it is settled.',
    fapiaosPerDay:
      'At most {{limit}} fapiao can be requested a day. Try again tomorrow; one fapiao can cover several orders.',
    fapiaoNothingLeft: 'Order {{no}} has been refunded in full, so there is no fapiao for it.',
    fapiaoAmountChanged:
      'The amount is now ¥{{amount}}, so nothing was requested. Check it and request it again.',
    fapiaoSumChanged:
      'An order was refunded, so this fapiao is now for ¥{{amount}} and nothing was recorded. Choose the sum for which you issued it, and record it again.',
    fapiaoTitleIncomplete:
      'A special fapiao needs a company title with a tax number. Choose a company title.',
    fapiaoTaxNoOfIndividual:
      'An individual has no tax number. Clear it, or choose a company title.',
    fapiaoNotIssued: 'This fapiao has not been issued yet.',
    fapiaoNotTaken: 'Nobody has taken this request. Take it before you issue it in the tax system.',
    fapiaoBeingIssued:
      'This fapiao is being issued, so it can’t be withdrawn or changed. If something is wrong, contact support.',
    fapiaoTakenBy:
      '{{name}} is issuing this fapiao, so nothing was changed. To issue it yourself, take it over.',
    fapiaoIssued: 'This fapiao has already been issued.',
    fapiaoRefused: 'This request has already been refused.',
    fapiaoWithdrawn:
      'This request has been withdrawn. If the fapiao is issued in the tax system, reverse it there.',
    fapiaoEnded:
      'This request has ended, because its orders were refunded in full. If the fapiao is issued in the tax system, reverse it there.',
    fapiaoReversed: 'This fapiao has already been reversed.',
    fapiaoFileFormat:
      'The content of the file is not PDF, OFD or XML. Upload the file exported from the tax system.',
    fapiaoDateLater: 'The date can’t be later than today.',
    fapiaoDateBeforePayment: 'The issue date can’t be before the order was paid.',
    fapiaoDatesReversed: 'The reversal date can’t be before the issue date.',
    fapiaoDateNotExchangeable:
      'The fapiao now recorded as {{number}} can’t get the date {{date}}: its issue would be before its order was paid, or its reversal before its issue. You can exchange only the numbers.',
    fapiaoUnchanged:
      'The number, the date and the sum are as recorded, and no other file was chosen.',
    fapiaoSumOutside:
      'By its orders and refunds, its sum must be between ¥{{least}} and ¥{{most}}. If the fapiao itself is for a wrong sum, reverse it.',
    fapiaoNumberUsed: 'The fapiao number {{number}} is already recorded. Check the number.',
    fapiaoNumberOfNone:
      'No other fapiao is recorded with the number {{number}}, so there is nothing to exchange. Check the number.',
  },
}
