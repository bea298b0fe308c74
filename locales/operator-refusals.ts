/** Reasons why a change by an operator is refused, on a screen or by command. */
import type { Messages } from '#locales/messages.ts'

export const zh = {
  reasons: {
    accountUnknown: '没有找到账号“{{account}}”，请输入邮箱、用户名或子账号名',
    accountDeleted: '该账号已注销',
    adjustFewChars: '{{account}}有{{left}}字符，无法扣除{{needed}}字符',
    adjustFewVoices: '{{account}}有语音{{left}}次，无法扣除{{needed}}次',
    adjustFewImages: '{{account}}有图片{{left}}张，无法扣除{{needed}}张',
    adjustFewMinutes: '{{account}}剩余{{left}}分钟，无法扣除{{needed}}分钟',
    adjustTooMuch: '{{account}}无法持有这么多额度',
    adjustTrialOver: '{{account}}的免费试用已到期，现在增加的字符会立即失效',
    adjustSubTime: '{{account}}是子账号，使用主账号的时长',
    adjustNotByTime: '{{account}}按字符计费，没有可调整的时长',
    paymentHandled: '付款{{payment}}已由{{operator}}处理：{{note}}',
    paymentCredited: '这笔款项已入账，不能再次入账',
    paymentRefunded: '这笔款项已退回，不能入账',
    paymentWorthNothing: '按该账号的通道价格，这笔款项不足以折算成额度',
    orderUnknown: '没有找到订单{{no}}',
    orderOfOtherAmount: '订单{{no}}的金额是¥{{amount}}，与付款¥{{paid}}不一致',
    orderPaidAlready: '订单{{no}}已支付',
    accountOfOrderDeleted: '订单{{no}}的账号已注销',
    accountFull: '订单{{no}}的账号已达额度上限，无法入账',
    orderNotPaid: '订单{{no}}没有支付，不能退款',
    refundUnknown: '没有找到退款{{id}}',
    refundRequestUnknown: '没有找到退款申请{{id}}',
    refundRequested: '客户已申请订单{{no}}的退款，请在“退款申请”中处理',
    refundRequestNotApproved: '订单{{no}}的退款申请没有批准或已结束，请先批准',
    refundOtherAmount: '客户申请的退款金额是¥{{amount}}，不能登记其他金额',
    refundOfAccountOpen: '该账号还有未结清的退款，请先处理',
    refundSettled: '退款{{id}}已经结清',
    refundVoid: '退款{{id}}已作废',
    refundOpen: '订单{{no}}还有未处理的退款{{id}}，请先处理',
    refundRecorded: '退款单号{{refund}}已登记过',
    refundAmountKnown: '支付平台已报告金额¥{{amount}}，不能另填金额',
    refundAmountMissing: '支付平台没有报告可用的金额，请到支付平台查看后填写',
    refundTooMuch: '金额¥{{amount}}不在可退范围内：¥0.01到¥{{refundable}}',
    operatorSignIn: '邮箱、密码或动态码不正确；每个动态码只能使用一次',
    ownOperator: '不能停用自己的账号，也不能修改自己的姓名或角色，请由其他管理员操作',
    suspendSub: '{{account}}是子账号，请操作其主账号，或由主账号停用',
    suspendedAlready: '账号{{account}}已经停用',
    openAlready: '账号{{account}}没有停用',
    noTwoFactor: '{{account}}没有开启两步验证',
    approvalDecided: '该申请已由{{operator}}处理',
    approvalAskedAlready: '{{operator}}已为此提交审批，请先到“审批”处理该申请',
    approvalOwn: '不能批准自己的申请，请由另一人批准',
    approvalRole: '您的角色不能处理该申请',
    approvalLinked:
      '您与申请人在最近{{days}}天内有账号授权关系，不能互相批准。请由另一人批准，或在服务器上运行 npm run ops -- operators confirm 确认新人员',
    approvalLapsed: '申请人已停用或更换了角色，该申请已失效，需要重新申请',
    refundNothingLeft: '订单已全额退款',
    supportViewOfClosed: '账号{{account}}已停用，本人无法登录，因此无法征得同意',
    supportViewAskedAlready: '{{operator}}已申请查看该账号，请等待其结束',
    supportViewOver: '该申请已结束，可能已超时、被撤回或已答复',
    supportViewNotAllowed: '客户没有同意您查看，或查看已经结束',
  },
} as const

export const en: Messages<typeof zh> = {
  reasons: {
    accountUnknown:
      'Account {{account}} was not found. Use its email, username or sub-account name.',
    accountDeleted: 'The account was deleted.',
    adjustFewChars: '{{account}} has only {{left}} characters, so {{needed}} can’t be deducted.',
    adjustFewVoices: '{{account}} has only {{left}} voice units, so {{needed}} can’t be deducted.',
    adjustFewImages: '{{account}} has only {{left}} images, so {{needed}} can’t be deducted.',
    adjustFewMinutes: '{{account}} has only {{left}} minutes, so {{needed}} can’t be deducted.',
    adjustTooMuch: '{{account}} can’t have that much quota.',
    adjustTrialOver:
      'The free trial of {{account}} has expired, so added characters would expire at once.',
    adjustSubTime: '{{account}} is a sub-account: it uses the main account’s time.',
    adjustNotByTime: '{{account}} is billed per character, so it has no minutes to change.',
    paymentHandled: 'Payment {{payment}} was already handled by {{operator}}: {{note}}.',
    paymentCredited: 'This payment was already credited and can’t be credited again.',
    paymentRefunded: 'This payment was already returned and can’t be credited.',
    paymentWorthNothing:
      'At the price of the account’s channel, this payment is too small to buy any quota.',
    orderUnknown: 'Order {{no}} was not found.',
    orderOfOtherAmount: 'Order {{no}} is for ¥{{amount}}, but the payment is ¥{{paid}}.',
    orderPaidAlready: 'Order {{no}} is paid already.',
    accountOfOrderDeleted: 'The account of order {{no}} was deleted.',
    accountFull: 'The account of order {{no}} can’t hold that much more quota.',
    orderNotPaid: 'Order {{no}} is not paid, so it can’t be refunded.',
    refundUnknown: 'Refund {{id}} was not found.',
    refundRequestUnknown: 'Refund request {{id}} was not found.',
    refundRequested:
      'The customer has requested a refund of order {{no}}. Handle it under Refund requests.',
    refundRequestNotApproved:
      'The refund request for order {{no}} is not approved, or closed. Approve it first.',
    refundOtherAmount: 'The request is for ¥{{amount}}, so no other amount can be recorded.',
    refundOfAccountOpen:
      'The account has another refund that is not settled. Handle that one first.',
    refundSettled: 'Refund {{id}} is already settled.',
    refundVoid: 'Refund {{id}} is void.',
    refundOpen: 'Order {{no}} has refund {{id}} to be settled. Settle that one first.',
    refundRecorded: 'Refund {{refund}} is already recorded.',
    refundAmountKnown:
      'The payment platform reported the amount, ¥{{amount}}, so no other can be entered.',
    refundAmountMissing:
      'The payment platform reported no usable amount. Look it up there and enter it.',
    refundTooMuch: '¥{{amount}} is not between ¥0.01 and ¥{{refundable}}, the rest of the order.',
    operatorSignIn: 'Wrong email, password or code. Each code can be used once.',
    ownOperator:
      'You can’t disable your own account or change your own name or role. Please ask another admin.',
    suspendSub: '{{account}} is a sub-account: name its main account, or let its owner disable it.',
    suspendedAlready: 'The account {{account}} is already suspended.',
    openAlready: 'The account {{account}} is not suspended.',
    noTwoFactor: '{{account}} does not use two-step verification.',
    approvalDecided: '{{operator}} has already reviewed this request.',
    approvalAskedAlready:
      '{{operator}} has already requested approval for this. Decide that request first, under Approvals.',
    approvalOwn: 'You can’t approve your own request. Ask a colleague.',
    approvalRole: 'Your role can’t review this request.',
    approvalLinked:
      'One of you was given access by the other within the last {{days}} days, so you cannot approve each other’s requests. Please ask another person, or confirm the new operator on the server: npm run ops -- operators confirm',
    approvalLapsed:
      'The requester has since been disabled or changed role, so this request has expired. Submit a new one.',
    refundNothingLeft: 'The order was refunded in full.',
    supportViewOfClosed:
      '{{account}} is disabled and can’t log in, so the customer can’t allow it.',
    supportViewAskedAlready:
      '{{operator}} has already asked to view this account. Wait until that has ended.',
    supportViewOver: 'This request is over: it expired, was withdrawn or was answered already.',
    supportViewNotAllowed:
      'The customer has not allowed you to view the account, or the view has ended.',
  },
}

export type OperatorReason = keyof typeof zh.reasons
