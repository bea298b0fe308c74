/** Notifications and mails that the server sends. */
import type { Messages } from '#locales/messages.ts'

export const zh = {
  mail: { footer: '本邮件由系统自动发送，请勿直接回复。' },
  code: {
    title: '您的验证码是 {{code}}',
    content: '{{minutes}}分钟内有效，请勿告诉任何人。如果不是您本人操作，请忽略此邮件。',
  },
  cancelled: {
    title: '您的账号已注销',
    content:
      '账号及全部子账号已按您的要求注销，个人数据已删除，无法恢复。感谢您一直以来的使用。如果不是您本人操作，请立即联系客服。',
  },
  lowBalance: {
    title: '余额不足提醒',
    content:
      '主账号 {{who}} 的剩余字符为{{left}}，已低于您设置的{{threshold}}。为避免翻译中断，请及时充值。',
  },
  balanceRestored: {
    title: '余额已恢复',
    content: '主账号 {{who}} 的剩余字符为{{left}}，已不低于您设置的{{threshold}}。',
  },
  planExpiring: {
    title: '包月套餐将于{{date}}到期',
    content: '主账号 {{who}} 的套餐“{{name}}”有效期至{{until}}。为避免翻译中断，请及时续费。',
  },
  planRenewed: {
    title: '包月套餐已续期',
    content: '主账号 {{who}} 的套餐“{{name}}”有效期已延至{{until}}。',
  },
  paymentFailed: {
    title: '订单未完成支付',
    content:
      '订单 {{no}}（{{name}}，¥{{amount}}）在{{minutes}}分钟内没有完成支付，已关闭。如仍需购买，请重新下单。',
  },
  usageUnusual: {
    title: '{{who}}{{day}}的用量异常',
    content:
      '{{who}}在{{day}}已使用{{chars}}字符，平时每天约{{usual}}字符。如果不是业务需要，请检查账号和密钥的使用情况。',
  },
  usageNormal: {
    title: '{{who}}的用量已恢复正常',
    content: '{{who}}在{{day}}使用了{{chars}}字符，平时每天约{{usual}}字符。',
  },
  /** Links of mails about alerts. */
  alertLinks: {
    lowBalance: '立即充值',
    planExpiring: '立即续费',
    paymentFailed: '查看订单',
    quotaAsked: '去处理',
    unusualUse: '查看用量',
    keyExpiring: '查看密钥',
    refundRequest: '查看订单',
  },
  keyExpiring: {
    title: 'API 密钥即将到期',
    content:
      'API 密钥“{{name}}”的有效期至{{lastDay}}，之后使用它的程序将无法翻译。如需继续使用，请延长有效期。',
  },
  documentDone: {
    title: '文档翻译完成',
    content: '“{{name}}”已翻译完成，扣除{{chars}}字符。',
  },
  webhookTest: {
    title: '测试消息',
    content: '推送“{{name}}”工作正常，之后的提醒会发到这里。',
  },
  keyOfUserExpiring: {
    title: '子账号的 API 密钥即将到期',
    content:
      '子账号 {{who}} 的 API 密钥“{{name}}”有效期至{{lastDay}}，之后使用它的程序将无法翻译。',
  },
  webhookPaused: {
    title: '事件推送已暂停',
    content:
      '推送“{{name}}”的接收地址一直没有成功应答，已暂停推送。修复后，请恢复推送；未送达的事件可以在推送记录里重新推送。',
  },
  webhookGivenUp: {
    title: '有事件未送达',
    content:
      '推送“{{name}}”有一个事件在{{hours}}小时内始终没有送达，已停止重试。可以在推送记录里查看原因并重新推送。',
  },
  webhookFull: {
    title: '有事件没有推送',
    content:
      '已有{{count}}个事件在等待推送，新的事件暂不推送。请检查推送“{{name}}”等接收地址；积压减少后自动恢复。',
  },
  paid: {
    title: '支付成功',
    content: '订单 {{no}} 已收到付款¥{{amount}}，所购套餐已到账。{{channel}}',
  },
  paidLate: {
    title: '订单关闭后收到付款',
    content: '订单 {{no}} 关闭后收到付款¥{{amount}}，所购套餐已照常到账。{{channel}}',
  },
  /** Added to the two above if the package is of another channel. */
  paidChannel: '翻译通道由“{{before}}”改为“{{after}}”，原有字符已按等值换算。',
  paidBeyond: {
    title: '已收到付款，套餐未到账',
    content:
      '订单 {{no}} 已收到付款¥{{amount}}，但您的时长或字符已达上限，所购套餐没有到账。付款已登记，请联系客服退款。',
  },
  paymentCredited: {
    title: '付款已入账',
    content: '您的付款¥{{amount}}没有对应到订单，已由客服为您入账：{{quota}}。',
  },
  refunded: {
    title: '款项已退回',
    content: '订单 {{no}} 已退款¥{{amount}}，对应的额度将从主账号扣回。',
  },
  refundTaken: {
    title: '退款对应的额度已扣回',
    content: '订单 {{no}} 退款¥{{amount}}：已从主账号扣回{{taken}}。',
  },
  refundOwed: {
    title: '退款对应的额度尚未扣完',
    content:
      '订单 {{no}} 退款¥{{amount}}：已从主账号扣回{{taken}}。主账号余额不足，尚欠{{owed}}，之后可能继续扣回。',
  },
  refundUnit: {
    chars_other: '{{amount}}字符',
    minutes_other: '{{amount}}分钟',
  },
  received: {
    title: '收到额度',
    content: '{{from}}给您分配了{{quota}}。',
    chars_other: '{{amount}}字符',
    voices_other: '{{amount}}次语音',
    images_other: '{{amount}}张图片',
  },
  quotaAsked: {
    title: '{{who}}申请额度',
    content: '{{who}}申请{{quota}}。{{reason}}',
    reason: '理由：“{{reason}}”。',
    answer: '主账号的回复：“{{answer}}”。',
  },
  quotaGranted: {
    title: '额度申请已通过',
    content: '主账号给您分配了{{quota}}。{{answer}}',
  },
  quotaDeclined: {
    title: '额度申请未通过',
    content: '主账号没有同意您的额度申请。{{answer}}',
  },
  topUpShort: {
    title: '本月自动补足的额度不够',
    content:
      '主账号的余额不够按规则补足全部子账号，已按比例分配：共补了{{given}}，还差{{missing}}。充值后请手动分配，本月不再自动补足。',
    nothing: '0',
  },
  withheld: {
    unknown: { content: '邀请码无效，因此没有邀请奖励。' },
    self: {
      title: '邀请奖励未发放',
      content: '邀请链接是您自己的，或与您的账号共用邮箱。邀请奖励仅限新用户。',
    },
    again: {
      title: '邀请奖励未发放',
      content: '这个邮箱以前注册过账号。邀请奖励每人限一次。',
    },
    browser: {
      title: '邀请奖励未发放',
      content: '这个浏览器最近注册过其他账号。邀请奖励每人限一次。如有疑问，请联系客服。',
    },
    network: {
      title: '邀请奖励未发放',
      content:
        '今天从您所在的网络通过邀请注册的账号过多，因此没有发放邀请奖励。如有疑问，请联系客服。',
    },
    day: {
      title: '邀请奖励未发放',
      content: '邀请您的用户今天的邀请奖励名额已用完，因此没有发放邀请奖励。如有疑问，请联系客服。',
    },
  },
  noTrial: {
    title: '欢迎回来',
    content:
      '这个邮箱在{{formerEmailDays}}天内注销过账号。试用字符每人限一次，因此未再赠送。购买套餐后即可开始翻译。',
  },
  newPlace: {
    title: '账号从新的 IP 地址登录',
    content:
      '账号 {{who}} 于 {{at}} 从新的 IP 地址 {{ip}} 登录（{{client}}）。如果不是您本人操作，请立即修改密码。',
  },
  spaceInvited: {
    title: '工作空间邀请',
    content: '{{from}}邀请您加入工作空间“{{space}}”。加入后可以查看和维护其中的联系人。',
  },
  spaceJoined: {
    title: '新成员加入',
    content: '{{who}}接受了邀请，已加入工作空间“{{space}}”。',
  },
  hiddenFromSupport: {
    title: '通知',
    content: '此通知涉及其他人，客服看不到内容。',
  },
  supportViewAsked: {
    title: '客服申请只读查看您的账号',
    content:
      '客服 {{operator}} 申请只读查看账号 {{who}}，最长{{minutes}}分钟，原因：{{reason}}。未经您允许，客服无法查看。请在 {{until}} 前登录用户中心选择允许或拒绝，手机也可以；如果您没有联系过客服，请拒绝。',
  },
  supportViewOpened: {
    title: '客服查看了您的账号',
    content:
      '经您允许，客服 {{operator}} 于 {{at}} 打开了账号 {{who}} 进行只读查看，最晚到 {{until}} 结束，原因：{{reason}}。客服不能修改任何内容，您可以随时结束查看。',
  },
}

export const en: Messages<typeof zh> = {
  mail: { footer: 'This email was sent automatically. Please do not reply.' },
  code: {
    title: 'Your verification code is {{code}}',
    content:
      'It is valid for {{minutes}} minutes. If you did not request it, ignore this email. Do not share the code with anyone.',
  },
  cancelled: {
    title: 'Your account has been deleted',
    content:
      'Your account, its sub-accounts and your personal data have been deleted as you requested. This can’t be undone. Thank you for using our service. If this was not you, contact support at once.',
  },
  lowBalance: {
    title: 'Your balance is low',
    content:
      'The main account {{who}} has {{left}} characters left, fewer than the {{threshold}} you set. Recharge soon to keep translating.',
  },
  balanceRestored: {
    title: 'Your balance is back to normal',
    content:
      'The main account {{who}} has {{left}} characters left, no fewer than the {{threshold}} you set.',
  },
  planExpiring: {
    title: 'Your monthly plan ends on {{date}}',
    content:
      'The plan “{{name}}” of the main account {{who}} is valid until {{until}}. Renew it to keep translating.',
  },
  planRenewed: {
    title: 'Your monthly plan is renewed',
    content: 'The plan “{{name}}” of the main account {{who}} is now valid until {{until}}.',
  },
  paymentFailed: {
    title: 'An order was not paid',
    content:
      'Order {{no}} ({{name}}, ¥{{amount}}) was not paid within {{minutes}} minutes and is closed. Place it again if you still want it.',
  },
  usageUnusual: {
    title: 'Unusual use by {{who}} on {{day}}',
    content:
      '{{who}} has used {{chars}} characters on {{day}}, compared with about {{usual}} on a usual day. If this is not expected, check how the account and its keys are used.',
  },
  usageNormal: {
    title: 'Use by {{who}} is back to normal',
    content: '{{who}} used {{chars}} characters on {{day}}; a usual day is about {{usual}}.',
  },
  alertLinks: {
    lowBalance: 'Pay now',
    planExpiring: 'Renew now',
    paymentFailed: 'View order',
    quotaAsked: 'Answer the request',
    unusualUse: 'View use',
    keyExpiring: 'View keys',
    refundRequest: 'View order',
  },
  keyExpiring: {
    title: 'An API key expires soon',
    content:
      'The API key “{{name}}” is valid until {{lastDay}}. Programs that use it then stop translating. Extend it if you still need it.',
  },
  documentDone: {
    title: 'Document translated',
    content: '“{{name}}” is translated; {{chars}} characters were charged.',
  },
  webhookTest: {
    title: 'Test message',
    content: 'The webhook “{{name}}” works. Alerts will appear here.',
  },
  keyOfUserExpiring: {
    title: 'An API key of a sub-account expires soon',
    content:
      'The API key “{{name}}” of the sub-account {{who}} is valid until {{lastDay}}. Programs that use it then stop translating.',
  },
  webhookPaused: {
    title: 'Webhook paused',
    content:
      'The address of the webhook “{{name}}” has not answered with success, so nothing more is sent to it. Once it works, resume the webhook; you can send missed events again from its deliveries.',
  },
  webhookGivenUp: {
    title: 'An event did not reach a webhook',
    content:
      'An event for the webhook “{{name}}” could not be delivered within {{hours}} hours and is no longer retried. See the reason in its deliveries, where you can send it again.',
  },
  webhookFull: {
    title: 'Events are not sent to webhooks',
    content:
      '{{count}} events wait to be delivered, so new ones are not sent. Check the address of the webhook “{{name}}” and those of others; sending goes on by itself once fewer wait.',
  },
  paid: {
    title: 'Payment received',
    content: 'Order {{no}}: ¥{{amount}} received. Your purchase has been credited.{{channel}}',
  },
  paidLate: {
    title: 'Late payment received',
    content:
      'Order {{no}} was already closed when we received ¥{{amount}}. Your purchase has still been credited.{{channel}}',
  },
  paidChannel:
    ' Your translation channel changed from {{before}} to {{after}}, and the characters you had were converted at equal value.',
  paidBeyond: {
    title: 'Payment received but not credited',
    content:
      'Order {{no}}: ¥{{amount}} received, but your account has reached its maximum quota, so your purchase was not credited. The payment is on record. Please contact support for a refund.',
  },
  paymentCredited: {
    title: 'Payment credited',
    content:
      'Your payment of ¥{{amount}} didn’t match an order. Support has credited it to your account: {{quota}}.',
  },
  refunded: {
    title: 'Payment refunded',
    content:
      'Order {{no}}: ¥{{amount}} has been refunded. The quota bought with it will be deducted from the main account.',
  },
  refundTaken: {
    title: 'Quota deducted after a refund',
    content: 'Order {{no}}, ¥{{amount}} refunded: {{taken}} deducted from the main account.',
  },
  refundOwed: {
    title: 'Quota owed after a refund',
    content:
      'Order {{no}}, ¥{{amount}} refunded: {{taken}} deducted from the main account. Its balance does not cover the rest, so {{owed}} are still owed and may be deducted later.',
  },
  refundUnit: {
    chars_one: '{{amount}} character',
    chars_other: '{{amount}} characters',
    minutes_one: '{{amount}} minute',
    minutes_other: '{{amount}} minutes',
  },
  received: {
    title: 'Quota received',
    content: '{{from}} has distributed {{quota}} to you.',
    chars_one: '{{amount}} character',
    chars_other: '{{amount}} characters',
    voices_one: '{{amount}} voice unit',
    voices_other: '{{amount}} voice units',
    images_one: '{{amount}} image',
    images_other: '{{amount}} images',
  },
  quotaAsked: {
    title: '{{who}} asks for quota',
    content: '{{who}} asks for {{quota}}.{{reason}}',
    reason: ' Reason: “{{reason}}”.',
    answer: ' Your main account says: “{{answer}}”.',
  },
  quotaGranted: {
    title: 'Quota request granted',
    content: 'Your main account gave you {{quota}}.{{answer}}',
  },
  quotaDeclined: {
    title: 'Quota request declined',
    content: 'Your main account declined your request for quota.{{answer}}',
  },
  topUpShort: {
    title: 'Not enough quota for this month’s top-ups',
    content:
      'Your balance is too small to top all sub-accounts up as their rules say. Each got the same share of what it lacked: {{given}} in all, with {{missing}} missing. Distribute the rest by hand after you recharge; there is no other top-up this month.',
    nothing: 'nothing',
  },
  withheld: {
    unknown: { content: 'The invitation code is not valid, so there is no reward.' },
    self: {
      title: 'No invitation reward',
      content:
        'The invitation is your own, or uses the same mailbox as your account. The reward is for new users only.',
    },
    again: {
      title: 'No invitation reward',
      content: 'This email address has had an account before. Each person is rewarded once.',
    },
    browser: {
      title: 'No invitation reward',
      content:
        'Another account was registered in this browser recently. Each person is rewarded once. If this is wrong, contact support.',
    },
    network: {
      title: 'No invitation reward',
      content:
        'Too many accounts were registered by invitation from your network today, so there is no reward. If this is wrong, contact support.',
    },
    day: {
      title: 'No invitation reward',
      content:
        'The person who invited you has reached the daily reward limit, so there is no reward. If this is wrong, contact support.',
    },
  },
  noTrial: {
    title: 'Welcome back',
    content:
      'An account with this email address was deleted less than {{formerEmailDays}} days ago. Trial characters are given once per person, so there are none this time. Choose a package to start translating.',
  },
  newPlace: {
    title: 'Login from a new IP address',
    content:
      '{{who}} logged in at {{at}} from a new IP address, {{ip}} ({{client}}). If this was not you, change your password at once.',
  },
  spaceInvited: {
    title: 'Space invitation',
    content:
      '{{from}} invites you to the space “{{space}}”. Once you join, you can view and edit its contacts.',
  },
  spaceJoined: {
    title: 'New member in your space',
    content: '{{who}} accepted the invitation and joined the space “{{space}}”.',
  },
  hiddenFromSupport: {
    title: 'Notification',
    content: 'This notification mentions other people, so support can’t see it.',
  },
  supportViewAsked: {
    title: 'Support is requesting to view your account',
    content:
      '{{operator}} from support is requesting read-only access to {{who}} for up to {{minutes}} minutes. Reason: {{reason}}. Nothing can be viewed unless you allow it. Log in to the user centre by {{until}} to allow or decline; a phone works too. If you have not contacted support, decline.',
  },
  supportViewOpened: {
    title: 'Support viewed your account',
    content:
      'With your permission, {{operator}} from support opened a read-only view of {{who}} at {{at}}. It ends by {{until}}. Reason: {{reason}}. Support can’t change anything, and you can end the view at any time.',
  },
}
