/** Messages of the pages in `resources/`: title, help, and specific fields and actions. */
import type { Messages } from '#locales/messages.ts'

export const zh = {
  overview: { title: '账户总览', help: '查看剩余额度、用量和待办事项。' },
  exit: { title: '退出登录', help: '结束本次登录。' },
  profile: {
    title: '个人资料',
    help: '昵称会显示在顶部菜单和操作记录里。',
    failed: { update: '修改失败' },
    done: { update: '修改成功' },
  },
  changePassword: {
    title: '修改密码',
    help: '修改后，所有设备都会退出登录，需要用新密码重新登录。',
    forms: { changePassword: '用原密码修改', resetPassword: '用邮箱验证码修改' },
    fields: { password: '新密码' },
    actions: { changePassword: '修改密码', resetPassword: '修改密码' },
    done: { changePassword: '修改成功,请重新登陆', resetPassword: '修改成功,请重新登陆' },
  },
  twoFactor: {
    title: '两步验证',
    help: '登录时除密码外，还需输入手机上验证器应用显示的动态码。即使密码泄露，他人也无法登录。',
  },
  sessions: {
    title: '登录设备',
    help: '正在登录这个账号的设备。发现陌生设备，请将其退出，并修改密码。',
    empty: '没有登录设备',
    fields: { device: '设备', loginIp: '登录 IP', usedDateTime: '最近使用' },
    actions: { end: '退出' },
    confirm: { end: '确定让“{{name}}”退出登录吗？' },
    done: { end: '已退出' },
  },
  loginLog: {
    title: '登录日志',
    help: '每次登录的时间、IP 和客户端。发现陌生的记录，请立即修改密码。',
    empty: '还没有登录记录',
  },
  invites: {
    title: '邀请记录',
    help: '通过您的邀请注册的用户，以及奖励是否发放。为保护隐私，用户名只显示首尾，账号注销后不再显示。',
    empty: '还没有人通过您的邀请注册。邀请链接和二维码在账户总览里。',
    fields: { name: '用户名', reward: '奖励' },
  },
  recharge: {
    title: '充值',
    help: '选择套餐和支付方式。付款后立即到账，额度变化在付款前就能看到。',
  },
  accountLog: {
    title: '账户日志',
    help: '额度和到期时间的每次变动：变动前后、原因和操作人。',
    empty: '这段时间没有这类变动',
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
      consumeTranChannelId: '使用通道',
      consumerIp: 'IP',
      managerName: '操作人',
      childUserName: '子账号',
    },
  },
  orders: {
    title: '我的订单',
    help: '每笔订单的支付状态和记录。已付款但额度未到账？点“刷新状态”，会立即向支付平台核对。',
    empty: '还没有订单。购买套餐后，订单会出现在这里。',
    fields: {
      no: '订单号',
      payChannelPayStatus: '支付信息',
      payChannel: '支付方式',
      payStatus: '支付状态',
      memberGroupName: '套餐',
      tranChannelId: '翻译通道',
      num: '有效数量',
      amount: '金额',
    },
    actions: {
      create: '购买套餐',
      payAgain: '继续支付',
      details: '详情',
      receipt: '收据',
      flush: '刷新状态',
      cancel: '取消支付',
    },
    confirm: {
      cancel:
        '确定取消订单 {{name}} 吗？\n取消后这笔订单不能再支付，需要时可以重新下单。\n取消之前会先向支付平台核对：如果已经付款，订单不会取消，额度照常到账。',
    },
    no: { cancel: '保留订单' },
    done: {
      flush: {
        W: '支付平台还没有收到这笔付款，订单仍在等待支付',
        P: '已收到付款，额度已到账',
        T: '支付平台没有收到这笔付款，订单已超时关闭',
        C: '支付平台没有收到这笔付款，订单已取消',
      },
      cancel: {
        W: '订单没有取消，仍在等待支付',
        P: '这笔订单已经付款，没有取消，额度已到账',
        T: '订单已超时关闭',
        C: '订单已取消',
      },
    },
  },
  translationLog: {
    title: '翻译日志',
    help: '每次翻译的时间、通道、语言和扣除的字符数。',
    empty: '这段时间还没有翻译',
    fields: {
      createDateTime: '时间',
      childUserId: '账号',
      userName: '账号',
      wordCount: '字符数',
      translationBillingMode: '扣费方式',
      tranChannelId: '翻译通道',
      sourceLangCode: '源语言',
      targetLangCode: '目标语言',
      ip: 'IP',
      clientType: '客户端',
    },
  },
  translateTest: { title: '翻译测试', help: '试用当前通道，翻译前即可看到将扣除的字符数。' },
  subAccount: { title: '子账号', help: '额度、用量、登录设备和账号动态。' },
  subAccounts: {
    title: '子账号管理',
    help: '为团队成员开通子账号，分别管理额度和状态。',
    empty: '还没有子账号。添加后，成员就能用自己的账号登录并使用分配到的额度。',
    fields: {
      usableCharNum: '剩余字符',
      usableVoiceNum: '剩余语音',
      usableImageNum: '剩余图片',
      usedThisMonthNum: '本月已用',
    },
    actions: {
      create: '添加子账号',
      distribute: '分配额度',
      distributeMany: '批量分配',
      fans: '粉丝数据',
      changeEnabled: { on: '启用', off: '停用' },
    },
    confirm: {
      remove: '确定删除子账号“{{name}}”吗？\n删除后无法恢复，剩余额度会退回主账号。',
      removeMany_other:
        '确定删除选中的{{count}}个子账号吗？\n删除后无法恢复，剩余额度会退回主账号。',
      changeEnabled: {
        on: '确定启用子账号“{{name}}”吗？',
        off: '确定停用子账号“{{name}}”吗？\n停用后，对方立即退出登录，无法再使用。',
      },
    },
    done: {
      changeEnabled: { on: '已启用', off: '已停用' },
    },
  },
}

export const en: Messages<typeof zh> = {
  overview: {
    title: 'Overview',
    help: 'Your balance, usage and account details.',
  },
  exit: { title: 'Log out', help: 'End this session.' },
  profile: {
    title: 'Personal data',
    help: 'Your nickname appears in the account menu and in the logs.',
    failed: { update: 'Couldn’t save the change' },
    done: { update: 'Changed successfully' },
  },
  changePassword: {
    title: 'Change password',
    help: 'After the change, you are logged out everywhere and log in again with the new password.',
    forms: {
      changePassword: 'With your current password',
      resetPassword: 'With a code sent to your email',
    },
    fields: { password: 'New password' },
    actions: { changePassword: 'Change password', resetPassword: 'Change password' },
    done: {
      changePassword: 'Changed successfully, please log in again',
      resetPassword: 'Changed successfully, please log in again',
    },
  },
  twoFactor: {
    title: 'Two-step verification',
    help: 'Log in with your password and a code from an app on your phone, so that a leaked password alone is not enough.',
  },
  sessions: {
    title: 'Logged-in devices',
    help: 'Devices where this account is logged in. If you don’t recognise one, log it out and change your password.',
    empty: 'No logged-in devices',
    fields: { device: 'Device', loginIp: 'IP address', usedDateTime: 'Last used' },
    actions: { end: 'Log out' },
    confirm: { end: 'Log {{name}} out?' },
    done: { end: 'Logged out' },
  },
  loginLog: {
    title: 'Login log',
    help: 'When and where this account logged in. If you don’t recognise a login, change your password at once.',
    empty: 'No logins yet',
  },
  invites: {
    title: 'Invitation history',
    help: 'Who registered through your invitation, and whether they got the reward. Usernames show only the first and last character, and nothing once the account is deleted.',
    empty:
      'No one has registered through your invitation yet. Your link and QR code are on the overview.',
    fields: { name: 'Username', reward: 'Reward' },
  },
  recharge: {
    title: 'Recharge',
    help: 'Choose a package and a payment method. You see your new balance before you pay, and it is credited at once.',
  },
  accountLog: {
    title: 'Account log',
    help: 'Every change to your quota and expiry date: before, after, why and by whom.',
    empty: 'No changes of this type in this period',
    fields: {
      logType: 'Log type',
      createDateTime: 'Time',
      change: 'Change',
      story: 'Details',
      charNum: 'Characters',
      voiceNum: 'Voice',
      imageNum: 'Images',
      charChangeNum: 'Character change',
      voiceChangeNum: 'Voice change',
      imageChangeNum: 'Image change',
      expireDateTime: 'Expiry',
      tranChannelId: 'Channel',
      rechargeOrderByMemberGroupNo: 'Order number',
      consumeTranChannelId: 'Channel used',
      consumerIp: 'IP address',
      managerName: 'Done by',
      childUserName: 'Sub-account',
    },
  },
  orders: {
    title: 'Orders',
    help: 'Paid, but don’t see your quota? Refresh the order’s status to check with the payment platform.',
    empty: 'No orders yet. They appear here once you buy a package.',
    fields: {
      no: 'Order no.',
      payChannelPayStatus: 'Payment',
      payChannel: 'Payment method',
      payStatus: 'Status',
      memberGroupName: 'Package',
      tranChannelId: 'Channel',
      num: 'Quantity',
      amount: 'Amount',
    },
    actions: {
      create: 'Buy a package',
      payAgain: 'Pay',
      details: 'Details',
      receipt: 'Receipt',
      flush: 'Refresh status',
      cancel: 'Cancel payment',
    },
    confirm: {
      cancel:
        'Cancel order {{name}}?\nYou can’t pay a cancelled order, but you can place a new one at any time.\nWe check with the payment platform first: if you have already paid, the order is not cancelled and you get what you paid for.',
    },
    no: { cancel: 'Keep order' },
    done: {
      flush: {
        W: 'No payment received yet; the order is still awaiting payment',
        P: 'Payment received and quota credited',
        T: 'No payment received; the order has timed out',
        C: 'No payment received; the order is cancelled',
      },
      cancel: {
        W: 'The order was not cancelled and is still awaiting payment',
        P: 'This order is already paid, so it was not cancelled. Your quota has been credited',
        T: 'The order has timed out',
        C: 'Order cancelled',
      },
    },
  },
  translationLog: {
    title: 'Translation log',
    help: 'Every translation: when, in which languages, through which channel, and how many characters it cost.',
    empty: 'No translations in this period',
    fields: {
      createDateTime: 'Time',
      childUserId: 'Account',
      userName: 'Account',
      wordCount: 'Characters',
      translationBillingMode: 'Billing',
      tranChannelId: 'Channel',
      sourceLangCode: 'From',
      targetLangCode: 'To',
      ip: 'IP address',
      clientType: 'Client',
    },
  },
  translateTest: {
    title: 'Translation test',
    help: 'Try your channel with your own text, and see the cost before you translate.',
  },
  subAccount: {
    title: 'Sub-account',
    help: 'Quota, usage, devices and activity.',
  },
  subAccounts: {
    title: 'Sub-accounts',
    help: 'Create accounts for your team and manage how much each can use.',
    empty:
      'No sub-accounts yet. Add one, and a teammate can log in and use the quota you distribute.',
    fields: {
      usableCharNum: 'Characters',
      usableVoiceNum: 'Voice',
      usableImageNum: 'Images',
      usedThisMonthNum: 'Used this month',
    },
    actions: {
      create: 'Add sub-account',
      distribute: 'Distribute',
      distributeMany: 'Distribute to selected',
      fans: 'Fan data',
      changeEnabled: { on: 'Enable', off: 'Disable' },
    },
    confirm: {
      remove:
        'Delete the sub-account “{{name}}”?\nThis can’t be undone. Its remaining quota returns to the main account.',
      removeMany_one:
        'Delete the {{count}} selected sub-account?\nThis can’t be undone. Its remaining quota returns to the main account.',
      removeMany_other:
        'Delete the {{count}} selected sub-accounts?\nThis can’t be undone. Their remaining quota returns to the main account.',
      changeEnabled: {
        on: 'Enable the sub-account “{{name}}”?',
        off: 'Disable the sub-account “{{name}}”?\nIt is logged out at once and can’t be used until you enable it again.',
      },
    },
    done: {
      changeEnabled: { on: 'Enabled', off: 'Disabled' },
    },
  },
}
