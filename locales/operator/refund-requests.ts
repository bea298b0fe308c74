/** Messages of the operators' page on refunds that customers ask for. */
import type { Messages } from '#locales/messages.ts'

export const zh = {
  resources: {
    refundRequests: {
      title: '退款申请',
      help: '客户按规则申请的退款，额度已从余额中扣除。先批准，申请即锁定；再到支付平台退款，登记退款单号，由另一角色的人员审批。拒绝则如数退还额度。',
      empty: '还没有退款申请',
      emptyWith: { state: { asked: '退款申请已全部处理' } },
      fields: {
        orderNo: '订单号',
        account: '账号',
        amount: '退款金额',
        num: '扣除的额度',
        paidAmount: '实付',
        creditedNum: '购买的额度',
        state: '状态',
        cause: '原因',
        note: '补充说明',
        askDateTime: '申请时间',
        decideDateTime: '处理时间',
        answer: '拒绝原因',
        refundNo: '退款单号',
        memberGroupName: '套餐',
        payDateTime: '付款时间',
        gatewayNo: '付款单号',
      },
      actions: {
        approve: '批准',
        refund: '退款',
        show: '查看',
        decline: '拒绝',
        reopen: '取消批准',
      },
      confirm: {
        approve:
          '批准订单 {{name}} 的退款申请吗？\n批准后客户不能撤回。请随后到支付平台退款，并在这里登记退款单号。',
      },
      done: {
        approve: '已批准，请到支付平台退款并登记',
        reopen: '已取消批准，申请重新等待处理',
        decline: '已拒绝，额度已退还，客户会收到通知',
      },
    },
  },
  refundRules: {
    title: '退款规则',
    on: '支付后{{days}}天内可以申请',
    off: '目前不接受退款申请',
    unused: '未使用的额度至少占{{percent}}%',
    anyUnused: '按未使用的占比退款',
    timePlans: '包月套餐按剩余整天数退款',
    noTimePlans: '包月套餐不退款',
    fields: {
      enabled: '接受退款申请',
      days: '支付后多少天内可以申请',
      leastUnusedPercent: '未使用的额度至少占多少（%）',
      timePlans: '包月套餐按剩余整天数退款',
    },
    edit: '修改规则',
    editTitle: '修改退款规则',
    editHelp: '只对之后的申请生效，已提交的申请不变。修改会记入操作日志。',
    changes: '将要修改',
    change: '{{name}}：{{before}} → {{after}}',
    none: '没有改动',
    saved: '规则已修改',
    zeroHelp: '0：只要有未使用的就可以退',
  },
}

export const en: Messages<typeof zh> = {
  resources: {
    refundRequests: {
      title: 'Refund requests',
      help: 'Refunds that customers ask for within the rules; their quota is already taken. Approve first, which locks the request; then refund at the payment platform and record it for a colleague’s approval. Declining gives the quota back.',
      empty: 'No refund requests yet',
      emptyWith: { state: { asked: 'No refund requests left to handle' } },
      fields: {
        orderNo: 'Order no.',
        account: 'Account',
        amount: 'Refund',
        num: 'Quota taken',
        paidAmount: 'Paid',
        creditedNum: 'Quota bought',
        state: 'Status',
        cause: 'Reason',
        note: 'Comment',
        askDateTime: 'Requested',
        decideDateTime: 'Handled',
        answer: 'Reason for declining',
        refundNo: 'Refund no.',
        memberGroupName: 'Package',
        payDateTime: 'Paid at',
        gatewayNo: 'Payment no.',
      },
      actions: {
        approve: 'Approve',
        refund: 'Refund',
        show: 'View',
        decline: 'Decline',
        reopen: 'Take approval back',
      },
      confirm: {
        approve:
          'Approve the refund request for order {{name}}?\nThe customer can’t withdraw it any more. Then refund it at the payment platform and record the refund number here.',
      },
      done: {
        approve: 'Approved. Now refund it at the payment platform and record it',
        reopen: 'The request waits again',
        decline: 'Declined. The quota is given back and the customer is notified',
      },
    },
  },
  refundRules: {
    title: 'Refund rules',
    on: 'Within {{days}} days of payment',
    off: 'No refunds can be requested',
    unused: 'At least {{percent}}% unused',
    anyUnused: 'Unused share given back',
    timePlans: 'Monthly plans by whole days left',
    noTimePlans: 'No refunds of monthly plans',
    fields: {
      enabled: 'Customers may request refunds',
      days: 'Days since the payment',
      leastUnusedPercent: 'Least unused share (%)',
      timePlans: 'Refund monthly plans by whole days left',
    },
    edit: 'Change rules',
    editTitle: 'Change refund rules',
    editHelp:
      'Applies to requests from now on; requests that were made stay as they are. The change is logged.',
    changes: 'This changes',
    change: '{{name}}: {{before}} → {{after}}',
    none: 'Nothing is changed',
    saved: 'Rules changed',
    zeroHelp: '0: anything unused is refunded',
  },
}
