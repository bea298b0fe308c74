/** Refunds that owners ask for: why one is refused, and notices and mails about a request. */
import type { Messages } from '#locales/messages.ts'

export const zh = {
  reasons: {
    refundUnpaid: '订单 {{no}} 没有支付，不能退款',
    refundAsked: '这笔订单已申请退款，请等待处理',
    refundDeclined: '这笔订单的退款申请没有通过，不能再次申请。如有疑问，请联系客服',
    refundDone: '这笔订单已退款',
    refundRunning: '这笔订单正在退款，请等待处理',
    refundOtherRunning: '另一笔订单正在退款，完成之后可以申请',
    refundBeforeCancelling:
      '订单 {{no}} 的退款¥{{amount}}还在处理。请先撤回申请，或等退款完成后再注销账号',
    refundOwes: '另一笔退款的额度还没有扣完，请先充值或联系客服',
    refundsOff: '目前不接受退款申请，请联系客服',
    refundTimePlan: '包月套餐不支持退款',
    refundLate: '支付后{{days}}天内可以申请退款，这笔订单的期限是 {{until}}',
    refundConverted: '购买之后，余额已换算到其他通道或计费方式，无法按这笔订单退款，请联系客服',
    refundHandedOut:
      '没有可退的额度：未使用的{{chars}}字符已分配给子账号，视为已使用。收回后可以申请退款',
    refundUsedUp: '这笔订单的额度已用完，没有可退的金额',
    refundFewUnused: '未使用的额度至少占{{percent}}%才能退款，这笔订单还剩{{left}}%',
    refundChanged: '可退金额已变为¥{{amount}}，请核对后重新提交',
    refundApproved: '退款已批准，款项正在退回，不能更改',
    refundRequestClosed: '这个退款申请已经结束',
  },
  notices: {
    asked: {
      title: '已申请退款',
      content:
        '订单 {{no}} 已申请退款¥{{amount}}，余额已扣除{{taken}}。处理之前可以撤回，撤回后如数退还。',
    },
    approved: {
      title: '退款已批准',
      content: '订单 {{no}} 的退款¥{{amount}}已批准，款项将退回付款时使用的账户。',
    },
    reopened: {
      title: '退款申请重新等待处理',
      content: '订单 {{no}} 的退款¥{{amount}}暂未退回，申请重新等待客服处理。',
    },
    superseded: {
      title: '退款申请已结束',
      content:
        '订单 {{no}} 已另行退款¥{{refunded}}，退款¥{{amount}}的申请因此结束。余下部分可以重新申请。',
    },
    paid: {
      title: '退款已完成',
      content: '订单 {{no}} 已退款¥{{amount}}，退回付款时使用的账户。退款单号：{{refundNo}}。',
    },
    declined: {
      title: '退款申请没有通过',
      content: '订单 {{no}} 的退款申请没有通过，扣除的{{taken}}已退还。原因：{{answer}}',
    },
    withdrawn: {
      title: '退款申请已撤回',
      content: '订单 {{no}} 的退款申请已撤回，扣除的{{taken}}已退还。',
    },
  },
} as const

export const en: Messages<typeof zh> = {
  reasons: {
    refundUnpaid: 'Order {{no}} is not paid, so it can’t be refunded.',
    refundAsked: 'A refund of this order has been requested and is being handled.',
    refundDeclined:
      'The refund request for this order was declined. You can’t request it again. Contact support if you have questions.',
    refundDone: 'This order was refunded.',
    refundRunning: 'A refund of this order is being handled.',
    refundOtherRunning:
      'A refund of another order is being handled. You can request one once it is done.',
    refundBeforeCancelling:
      'The refund of ¥{{amount}} for order {{no}} is still being handled. Withdraw the request, or wait for the refund, before you cancel the account.',
    refundOwes: 'Quota of another refund is still owed. Recharge first, or contact support.',
    refundsOff: 'Refunds can’t be requested at present. Contact support.',
    refundTimePlan: 'Monthly plans can’t be refunded.',
    refundLate:
      'A refund can be requested within {{days}} days of the payment. For this order, that was until {{until}}.',
    refundConverted:
      'Since this purchase, your balance was converted to another channel or billing mode, so it can’t be refunded by this order. Contact support.',
    refundHandedOut:
      'There is nothing to refund: the unused {{chars}} characters are distributed to sub-accounts, which counts as used. Take them back first.',
    refundUsedUp: 'The quota of this order is used up, so there is nothing to refund.',
    refundFewUnused:
      'At least {{percent}}% must be unused for a refund. Of this order, {{left}}% is left.',
    refundChanged: 'The refund is now ¥{{amount}}. Check it and submit again.',
    refundApproved:
      'The refund is approved and the money is on its way, so nothing can be changed.',
    refundRequestClosed: 'This refund request is closed.',
  },
  notices: {
    asked: {
      title: 'Refund requested',
      content:
        'A refund of ¥{{amount}} was requested for order {{no}}. Taken from your balance: {{taken}}. Until the request is handled, it can be withdrawn, which gives this back.',
    },
    approved: {
      title: 'Refund approved',
      content:
        'The refund of ¥{{amount}} for order {{no}} is approved. The money returns to the account that paid.',
    },
    reopened: {
      title: 'Refund request waits again',
      content:
        'The refund of ¥{{amount}} for order {{no}} was not sent. The request waits for support again.',
    },
    superseded: {
      title: 'Refund request closed',
      content:
        '¥{{refunded}} of order {{no}} was refunded in another way, so the request for ¥{{amount}} is closed. You can request the rest again.',
    },
    paid: {
      title: 'Refund completed',
      content:
        'The refund of ¥{{amount}} for order {{no}} was returned to the account that paid. Refund number: {{refundNo}}.',
    },
    declined: {
      title: 'Refund request declined',
      content:
        'The refund request for order {{no}} was declined. Returned to your balance: {{taken}}. Reason: {{answer}}',
    },
    withdrawn: {
      title: 'Refund request withdrawn',
      content:
        'The refund request for order {{no}} was withdrawn. Returned to your balance: {{taken}}.',
    },
  },
}
