/** What the pages of `resources/` are called and say: per resource its title, one line of help, and where they differ from the common ones its fields and actions. */

export const resources = {
  overview: { title: '账户总览', help: '还剩多少，用了多少，账户是什么状态。' },
  exit: { title: '退出登录', help: '结束本次登录。' },
  profile: {
    title: '个人资料',
    help: '昵称会显示在顶部菜单和操作记录里。',
    failed: { update: '修改失败' },
    done: { update: '修改成功' },
  },
  loginLog: {
    title: '登录日志',
    help: '这个账号在何时、从何处登录过。发现陌生的记录，请立即修改密码。',
    empty: '还没有登录记录',
  },
  accountLog: {
    title: '账户日志',
    help: '额度和到期时间的每一次变动：原来多少，变成多少，因为什么，由谁操作。',
    empty: '还没有这类变动',
    fields: {
      logType: '日志类型',
      createDateTime: '时间',
      change: '变动',
      story: '说明',
      charNum: '字符',
      voiceNum: '语音',
      imageNum: '图片',
      charChangeNum: '字符变动',
      voiceChangeNum: '语音变动',
      imageChangeNum: '图片变动',
      expireDateTime: '到期时间',
      tranChannelId: '翻译通道',
      rechargeOrderByMemberGroupNo: '订单号',
      consumeTranChannelId: '使用的通道',
      consumerIp: 'IP',
      managerName: '操作人',
      childUserName: '子账号',
    },
  },
  subAccounts: {
    title: '子账号管理',
    help: '为团队成员开通账号，分别管理他们的额度和权限。',
    empty: '还没有子账号。添加后，成员就能用自己的账号登录并使用分配到的额度。',
    fields: { usableCharNum: '剩余字符', usableVoiceNum: '剩余语音', usableImageNum: '剩余图片' },
    actions: {
      create: '添加子账号',
      distribute: '分配额度',
      distributeMany: '批量分配',
      changeEnabled: { on: '启用', off: '禁用' },
    },
    confirm: {
      remove: '确定删除子账号“{{name}}”吗？\n删除后无法恢复，剩余额度会退回主账号。',
      removeMany_other: '确定删除选中的 {{count}} 个子账号吗？\n删除后无法恢复，剩余额度会退回主账号。',
      changeEnabled: { on: '确定启用子账号“{{name}}”吗？', off: '确定禁用子账号“{{name}}”吗？\n禁用后将立即退出登录，无法再使用。' },
    },
    done: {
      changeEnabled: { on: '已启用', off: '已禁用' },
    },
  },
}
