/** Messages of notifications: bell, list and urgent dialog. */

export const notices = {
  title: '通知',
  list: '通知列表',
  bell: { none: '通知', some_other: '通知，{{count}}条未读' },
  empty: '还没有通知。到账、余额不足、收到额度等消息会出现在这里。',
  failed: '通知加载失败。',
  retry: '重试',
  unread: '未读',
  understood: '知道了',
  goTo: {
    paid: '查看订单',
    lowBalance: '去充值',
    received: '查看账户日志',
    spaceInvited: '查看邀请',
    spaceJoined: '查看空间',
    newPlace: '查看登录日志',
    noTrial: '去充值',
  },
}
