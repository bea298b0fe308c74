/** Messages of the page on which the owner chooses alerts. */
import type { Messages } from '#locales/messages.ts'

export const zh = {
  settings: '提醒设置',
  all: '全部提醒设置',
  kind: '提醒',
  means: { bell: '通知', mail: '邮件' },
  mailTo: '邮件发到{{email}}。',
  noMail: '账号没有邮箱，不能用邮件提醒。',
  webhooks: '推送和机器人',
  noWebhooks: '无',
  webhooksHelp: '企业微信、钉钉、飞书的群机器人和您的程序，各自选择要接收的事件。',
  toWebhooks: '管理推送和机器人',
  switch: '{{kind}}：{{means}}',
  saved: { on: '“{{kind}}”会用{{means}}提醒您', off: '“{{kind}}”不再用{{means}}提醒您' },
  kinds: {
    lowBalance: { title: '余额不足', help: '剩余字符低于您设置的数量时，以及恢复时。' },
    planExpiring: {
      title: '包月套餐到期',
      help: '到期前{{planWarnDays}}天各一次，以及续期时。',
    },
    paymentFailed: { title: '支付未完成', help: '订单超时未支付，或付款后没有到账。' },
    quotaAsked: { title: '子账号申请额度', help: '有申请等您处理。' },
    unusualUse: {
      title: '用量异常',
      help: '某人当日用量超过平时的{{unusualTimes}}倍，且不少于{{unusualFloor}}字符，以及恢复时。',
    },
    keyExpiring: { title: 'API 密钥到期', help: '有效期结束前{{keyWarnDays}}天各一次。' },
  },
  quiet: {
    title: '免打扰时段',
    quietFrom: '开始',
    quietUntil: '结束',
    save: '保存',
    clear: '不设时段',
    saved: '免打扰时段已保存',
    cleared: '已不设免打扰时段',
    missing: '请填写开始和结束时间，或都留空。',
    same: '开始和结束时间不能相同。',
    help: '时段内，通知仍会立即出现；邮件和机器人消息等时段结束再发，那时已恢复正常的不再发送。时间与日志里的时间相同，可以跨过零点。',
  },
} as const

export const en: Messages<typeof zh> = {
  settings: 'Alert settings',
  all: 'All alert settings',
  kind: 'Alert',
  means: { bell: 'Notification', mail: 'Email' },
  mailTo: 'Emails go to {{email}}.',
  noMail: 'The account has no email address for alerts.',
  webhooks: 'Webhooks and robots',
  noWebhooks: 'None',
  webhooksHelp:
    'Group robots of WeCom, DingTalk and Feishu, and your own programs, choose the events they get.',
  toWebhooks: 'Manage webhooks and robots',
  switch: '{{kind}}: {{means}}',
  saved: {
    on: '{{kind}}: {{means}} on',
    off: '{{kind}}: {{means}} off',
  },
  kinds: {
    lowBalance: {
      title: 'Low balance',
      help: 'When fewer characters are left than you set, and when there are enough again.',
    },
    planExpiring: {
      title: 'Monthly plan ends',
      help: '{{planWarnDays}} days before its end, and when it is renewed.',
    },
    paymentFailed: {
      title: 'Payment failed',
      help: 'An order was not paid in time, or a payment could not be credited.',
    },
    quotaAsked: { title: 'Quota request', help: 'A sub-account waits for your answer.' },
    unusualUse: {
      title: 'Unusual use',
      help: 'A person uses more than {{unusualTimes}} times a usual day, and at least {{unusualFloor}} characters; and when it is normal again.',
    },
    keyExpiring: { title: 'API key expires', help: '{{keyWarnDays}} days before its last day.' },
  },
  quiet: {
    title: 'Quiet hours',
    quietFrom: 'From',
    quietUntil: 'Until',
    save: 'Save',
    clear: 'No quiet hours',
    saved: 'Quiet hours saved',
    cleared: 'No quiet hours any more',
    missing: 'Enter both times, or neither.',
    same: 'The two times can’t be the same.',
    help: 'Notifications still appear at once. Emails and robots wait until the end, and what is normal again by then is not sent. Times are those of your logs, and may pass midnight.',
  },
}
