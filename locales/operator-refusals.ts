/** Reasons why a change by an operator is refused, on a screen or by command. */
import type { Messages } from '#locales/messages.ts'

export const zh = {
  reasons: {
    accountUnknown: '没有找到账号“{{who}}”，请输入邮箱、用户名或子账号名',
    accountDeleted: '该账号已注销',
    adjustFewChars: '{{who}}有{{left}}字符，无法扣除{{needed}}字符',
    adjustFewVoices: '{{who}}有语音{{left}}次，无法扣除{{needed}}次',
    adjustFewImages: '{{who}}有图片{{left}}张，无法扣除{{needed}}张',
    adjustFewMinutes: '{{who}}剩余{{left}}分钟，无法扣除{{needed}}分钟',
    adjustTooMuch: '{{who}}无法持有这么多额度',
    adjustTrialOver: '{{who}}的免费试用已到期，现在增加的字符会立即失效',
    adjustSubTime: '{{who}}是子账号，使用主账号的时长',
    adjustNotByTime: '{{who}}按字符计费，没有可调整的时长',
    paymentUnknown: '没有找到付款{{payment}}',
    paymentOfSeveral: '付款{{payment}}对应多个订单，请同时指定订单号',
    paymentHandled: '付款{{payment}}已由{{who}}处理：{{how}}',
    paymentCredited: '这笔钱已经入账，不能再次入账',
    paymentRefunded: '这笔钱已经退回，不能入账',
    paymentWorthNothing: '按该账号的通道价格，这笔钱不足以换成额度',
    orderUnknown: '没有找到订单{{no}}',
    orderOfOtherAmount: '订单{{no}}的金额是¥{{amount}}，与付款¥{{paid}}不一致',
    orderPaidAlready: '订单{{no}}已支付',
    accountOfOrderDeleted: '订单{{no}}的账号已注销',
    accountFull: '订单{{no}}的账号已达额度上限，无法入账',
    orderNotPaid: '订单{{no}}没有支付，不能退款',
    refundUnknown: '没有找到退款{{id}}',
    refundSettled: '退款{{id}}已经结清',
    refundVoid: '退款{{id}}已作废',
    refundOpen: '订单{{no}}还有未处理的退款{{id}}，请先处理',
    refundRecorded: '退款单号{{refund}}已登记过',
    refundAmountKnown: '支付平台已报告金额¥{{amount}}，不能另填金额',
    refundAmountMissing: '支付平台没有报告可用的金额，请到支付平台查看后填写',
    refundTooMuch: '金额¥{{amount}}不在可退范围内：¥0.01到¥{{rest}}',
    refundNothingLeft: '订单已全额退款',
  },
}

export const en: Messages<typeof zh> = {
  reasons: {
    accountUnknown: 'Account {{who}} was not found. Use its email, username or sub-account name.',
    accountDeleted: 'The account was deleted.',
    adjustFewChars: '{{who}} has {{left}} chars, so no {{needed}} can be taken.',
    adjustFewVoices: '{{who}} has {{left}} voices, so no {{needed}} can be taken.',
    adjustFewImages: '{{who}} has {{left}} images, so no {{needed}} can be taken.',
    adjustFewMinutes: '{{who}} has {{left}} minutes left, so no {{needed}} can be taken.',
    adjustTooMuch: '{{who}} can’t have that much quota.',
    adjustTrialOver:
      '{{who}} has a free test that is over, so characters given now would lapse at once.',
    adjustSubTime: '{{who}} is a sub-account: it uses the main account’s time.',
    adjustNotByTime: '{{who}} is billed per character, so it has no minutes to change.',
    paymentUnknown: 'Payment {{payment}} was not found.',
    paymentOfSeveral: 'Payment {{payment}} matches several orders. Choose one by its number.',
    paymentHandled: 'Payment {{payment}} was already handled by {{who}}: {{how}}.',
    paymentCredited: 'This money was credited already and can’t be credited again.',
    paymentRefunded: 'This money was given back already and can’t be credited.',
    paymentWorthNothing: 'At the prices of the account’s channel, this money buys no quota.',
    orderUnknown: 'Order {{no}} was not found.',
    orderOfOtherAmount: 'Order {{no}} is of ¥{{amount}}, but the payment is of ¥{{paid}}.',
    orderPaidAlready: 'Order {{no}} is paid already.',
    accountOfOrderDeleted: 'The account of order {{no}} was deleted.',
    accountFull: 'The account of order {{no}} can’t hold that much more quota.',
    orderNotPaid: 'Order {{no}} is not paid, so it can’t be refunded.',
    refundUnknown: 'Refund {{id}} was not found.',
    refundSettled: 'Refund {{id}} is already settled.',
    refundVoid: 'Refund {{id}} already counts for nothing.',
    refundOpen: 'Order {{no}} has refund {{id}} to be settled. Settle that one first.',
    refundRecorded: 'Refund {{refund}} is already recorded.',
    refundAmountKnown:
      'The payment platform reported the amount, ¥{{amount}}, so no other can be entered.',
    refundAmountMissing:
      'The payment platform reported no usable amount. Look it up there and enter it.',
    refundTooMuch: '¥{{amount}} is not between ¥0.01 and ¥{{rest}}, the rest of the order.',
    refundNothingLeft: 'The order was refunded in full.',
  },
}

export type OperatorReason = keyof typeof zh.reasons
