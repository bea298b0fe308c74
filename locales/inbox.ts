/** Messages of notifications: bell, list and dialog. */
import type { Messages } from '#locales/messages.ts'

export const zh = {
  title: '通知',
  list: '通知列表',
  bell: { none: '通知', some_other: '通知，{{count}}条未读' },
  empty: '还没有通知。到账、余额不足、收到额度等消息会出现在这里。',
  failed: '通知加载失败。',
  retry: '重试',
  unread: '未读',
  understood: '知道了',
  all: '全部通知',
  markAllRead: '全部标为已读',
  markedRead_other: '{{count}}条通知已标为已读',
  goTo: {
    paid: '查看订单',
    lowBalance: '去充值',
    received: '查看账户日志',
    spaceInvited: '查看邀请',
    spaceJoined: '查看空间',
    newPlace: '查看登录日志',
    noTrial: '去充值',
    keyExpiring: '查看密钥',
    webhook: '查看推送记录',
  },
}

export const en: Messages<typeof zh> = {
  title: 'Notifications',
  list: 'Notification list',
  bell: {
    none: 'Notifications',
    some_one: 'Notifications, {{count}} unread',
    some_other: 'Notifications, {{count}} unread',
  },
  empty: 'No notifications yet. Payments, low balances and quota you receive will appear here.',
  failed: 'Couldn’t load notifications.',
  retry: 'Try again',
  unread: 'Unread',
  understood: 'Got it',
  all: 'All notifications',
  markAllRead: 'Mark all as read',
  markedRead_one: '{{count}} notification marked as read',
  markedRead_other: '{{count}} notifications marked as read',
  goTo: {
    paid: 'View order',
    lowBalance: 'Recharge',
    received: 'View account log',
    spaceInvited: 'View invitation',
    spaceJoined: 'View space',
    newPlace: 'View login log',
    noTrial: 'Recharge',
    keyExpiring: 'View keys',
    webhook: 'View deliveries',
  },
}
