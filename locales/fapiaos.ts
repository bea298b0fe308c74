/** Requesting fapiao and looking at them. */
import type { Messages } from '#locales/messages.ts'

export const zh = {
  addTitle: '添加抬头',
  ask: {
    title: '申请发票',
    choose: '选择订单',
    none: '没有可以开票的订单。已支付、未全额退款、还没有申请过发票的订单会显示在这里。',
    buy: '购买套餐',
    noTitle: '先添加发票抬头，再申请发票。',
    skipped_other: '所选订单中有{{count}}个不能开票，已略过。',
    refunded: '支付{{paid}}，已退{{refunded}}',
    sum_other: '{{count}}个订单，发票金额{{amount}}',
    noneChosen: '请选择订单。',
    submit: '申请{{amount}}的发票',
    sent: '申请已提交，开具后会通知您',
  },
  details: {
    title: '发票详情',
    about: '发票信息',
    orders: '订单',
    history: '经过',
    download: '下载发票',
    downloadReversal: '下载红字发票',
    helps: {
      asked: '运营人员会尽快开具，开具后通知您并把文件发到{{email}}。',
      issuing: '运营人员正在税务系统开具，暂时不能撤回。开具后通知您并把文件发到{{email}}。',
      issued: '文件已发送到{{email}}，也可以在这里下载。',
      refused: '相关订单可以重新申请。',
      withdrawn: '相关订单可以重新申请。',
      ended: '订单已全额退款，没有可开票的金额。',
      toReverse: '订单有退款，运营人员会红冲这张发票，之后剩余金额可以重新申请。',
      reversed: '剩余金额可以重新申请。',
    },
    events: {
      asked: '提交申请',
      issued: '已开具',
      refused: '未通过',
      withdrawn: '已撤回',
      ended: '已失效',
      refund: '订单退款，待红冲',
      reversed: '已红冲',
    },
  },
} as const

export const en: Messages<typeof zh> = {
  addTitle: 'Add a title',
  ask: {
    title: 'Request a fapiao',
    choose: 'Choose orders',
    none: 'There is no order to invoice. Orders that are paid, not refunded in full and not requested yet appear here.',
    buy: 'Buy a package',
    noTitle: 'Add a title first, then request the fapiao.',
    skipped_one: '{{count}} of the selected orders can’t be invoiced and is left out.',
    skipped_other: '{{count}} of the selected orders can’t be invoiced and are left out.',
    refunded: '{{paid}} paid, {{refunded}} refunded',
    sum_one: '{{count}} order, fapiao over {{amount}}',
    sum_other: '{{count}} orders, fapiao over {{amount}}',
    noneChosen: 'Choose at least one order.',
    submit: 'Request fapiao over {{amount}}',
    sent: 'Request sent. You are notified once the fapiao is issued.',
  },
  details: {
    title: 'Fapiao details',
    about: 'About this fapiao',
    orders: 'Orders',
    history: 'History',
    download: 'Download fapiao',
    downloadReversal: 'Download red-letter fapiao',
    helps: {
      issuing:
        'Our staff is issuing it in the tax system, so it can’t be withdrawn now. You are notified once it is done, and the file is sent to {{email}}.',
      asked: 'Our staff issues it soon. You are then notified, and the file is sent to {{email}}.',
      issued: 'The file was sent to {{email}}. You can also download it here.',
      refused: 'You can request a fapiao for its orders again.',
      withdrawn: 'You can request a fapiao for its orders again.',
      ended: 'Its orders were refunded in full, so nothing is left to invoice.',
      toReverse:
        'An order was refunded, so our staff reverses this fapiao. Then you can request one for what is left.',
      reversed: 'You can request a fapiao for what is left.',
    },
    events: {
      asked: 'Requested',
      issued: 'Issued',
      refused: 'Refused',
      withdrawn: 'Withdrawn',
      ended: 'Ended',
      refund: 'Order refunded; to be reversed',
      reversed: 'Reversed',
    },
  },
}
