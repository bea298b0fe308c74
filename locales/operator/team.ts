/** Messages of the operators' pages about themselves: operators, their log, their password. */
import type { Messages } from '#locales/messages.ts'

export const zh = {
  resources: {
    operators: {
      title: '运营人员',
      help: '可以登录运营后台的人员及其角色。停用后立即退出登录，操作日志保留。',
      empty: '没有符合条件的人员',
      fields: { name: '姓名', role: '角色', lastLoginDateTime: '最近登录' },
      actions: {
        create: '新增人员',
        renewCredentials: '重新发放凭证',
        changeEnabled: { on: '启用', off: '停用' },
      },
      confirm: {
        changeEnabled: {
          on: '确定启用“{{name}}”吗？\n对方可以用原来的密码和验证器登录。',
          off: '确定停用“{{name}}”吗？\n对方会立即退出登录，不能再进入后台。',
        },
      },
      done: { changeEnabled: { on: '已启用', off: '已停用' } },
    },
    operatorLog: {
      title: '操作日志',
      help: '运营人员在后台或命令行做的每次修改：谁、何时、为什么，以及修改前后的内容。',
      empty: '这段时间没有操作记录',
      fields: {
        createDateTime: '时间',
        operator: '操作人',
        action: '操作',
        subject: '对象',
        reason: '原因',
      },
      actions: { show: '查看变更' },
    },
    changePassword: {
      title: '修改密码',
      help: '修改后，您的所有设备都会退出登录，请用新密码重新登录。',
      fields: { password: '新密码' },
      actions: { changePassword: '修改密码' },
      done: { changePassword: '密码已修改，请重新登录' },
    },
  },
  team: {
    credentials: {
      title: '登录凭证',
      once: '只显示这一次。请通过安全的方式交给本人，然后再关闭。',
      password: '初始密码',
      scan: '用验证器应用扫描',
      secret: '无法扫描时手动输入的密钥',
      copyAll: '全部复制',
      saved: '已保存，关闭',
    },
    renew: {
      question: '重新发放“{{name}}”的凭证？',
      text: '原来的密码和验证器立即失效，对方在所有设备上退出登录。新的密码和二维码只显示一次。',
      yes: '重新发放',
    },
    change: {
      title: '变更内容',
      item: '项目',
      before: '修改前',
      after: '修改后',
      none: '无',
      nothing: '这条记录没有保存修改前后的内容。',
      unchanged_other: '另有{{count}}项未变',
    },
  },
}

export const en: Messages<typeof zh> = {
  resources: {
    operators: {
      title: 'Operators',
      help: 'Who may sign in to this console, and in which role. A disabled operator is signed out at once; the log stays.',
      empty: 'No operators match',
      fields: { name: 'Name', role: 'Role', lastLoginDateTime: 'Last sign-in' },
      actions: {
        create: 'Add operator',
        renewCredentials: 'Renew credentials',
        changeEnabled: { on: 'Enable', off: 'Disable' },
      },
      confirm: {
        changeEnabled: {
          on: 'Enable “{{name}}”?\nThey can sign in with their old password and authenticator.',
          off: 'Disable “{{name}}”?\nThey are signed out at once and cannot come back in.',
        },
      },
      done: { changeEnabled: { on: 'Enabled', off: 'Disabled' } },
    },
    operatorLog: {
      title: 'Operator log',
      help: 'Every change made in this console or by command: who, when, why, and what it was before and after.',
      empty: 'No changes in this period',
      fields: {
        createDateTime: 'Time',
        operator: 'Operator',
        action: 'Action',
        subject: 'Subject',
        reason: 'Reason',
      },
      actions: { show: 'View change' },
    },
    changePassword: {
      title: 'Change password',
      help: 'You will be signed out on all devices and sign in again with the new password.',
      fields: { password: 'New password' },
      actions: { changePassword: 'Change password' },
      done: { changePassword: 'Password changed. Sign in again' },
    },
  },
  team: {
    credentials: {
      title: 'Credentials',
      once: 'Shown only this once. Hand them over in a safe way before you close this.',
      password: 'First password',
      scan: 'Scan with an authenticator app',
      secret: 'Key to type if scanning fails',
      copyAll: 'Copy all',
      saved: 'Saved, close',
    },
    renew: {
      question: 'Renew the credentials of “{{name}}”?',
      text: 'The old password and authenticator stop working, and all sessions end. The new password and QR code are shown once.',
      yes: 'Renew',
    },
    change: {
      title: 'Change',
      item: 'Item',
      before: 'Before',
      after: 'After',
      none: 'None',
      nothing: 'This entry has no values before or after.',
      unchanged_one: '{{count}} more item is unchanged',
      unchanged_other: '{{count}} more items are unchanged',
    },
  },
}
