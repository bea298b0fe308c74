/** Messages around the tutorial: topic groups and navigation. */
import type { Messages } from '#locales/messages.ts'

export const zh = {
  title: '产品教程',
  lead: '从注册到每一项设置，共{{topics}}个主题，一次讲清一件事。',
  contents: '教程目录',
  groups: { start: '账号与充值', chat: '聊天与客户', system: '设置与更多' },
  topicNavigation: '前后主题',
  previous: '上一篇',
  next: '下一篇',
  note: '小提示',
  picture: '示意图：{{topic}}',
}

export const en: Messages<typeof zh> = {
  title: 'Product tutorial',
  lead: 'From registration to the last setting: {{topics}} topics, one step at a time.',
  contents: 'Topics',
  groups: {
    start: 'Account and recharge',
    chat: 'Chats and customers',
    system: 'Settings and more',
  },
  topicNavigation: 'Previous and next topics',
  previous: 'Previous',
  next: 'Next',
  note: 'Good to know',
  picture: 'Drawing: {{topic}}',
}
