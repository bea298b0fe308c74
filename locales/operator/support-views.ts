/** Messages of the operators about read-only views of a customer's account. */
import type { Messages } from '#locales/messages.ts'

export const zh = {
  codes: {
    supportViewState: {
      asked: '已申请',
      allowed: '已同意',
      refused: '已拒绝',
      withdrawn: '已撤回',
      expired: '未答复',
      ended: '已结束',
    },
  },
  customers: {
    supportView: {
      ask: '请求查看账号',
      request: '查看账号的请求',
      title: '请求只读查看账号',
      text: '“{{name}}”的本人会立即在用户中心看到申请，其中有您的姓名和下面的原因。对方有{{answer}}分钟答复；允许后，您可以只读查看{{minutes}}分钟。',
      reasonHelp: '客户会看到这句话，也会写入操作日志',
      submit: '发送申请',
      sent: '已发送申请，请等待客户答复',
      asked: '{{operator}} 申请只读查看，等待客户答复，{{at}} 前有效',
      allowed: '客户已同意只读查看，到 {{at}} 为止',
      opened: '正在只读查看，到 {{at}} 为止',
      openedByOther: '{{operator}} 正在只读查看，到 {{at}} 为止',
      refused: '客户拒绝了 {{operator}} 的查看申请',
      withdrawn: '{{operator}} 撤回了查看申请',
      expired: '客户没有及时答复 {{operator}} 的查看申请',
      ended: {
        customer: '查看已由客户结束',
        operator: '查看已由 {{operator}} 结束',
        time: '查看时间已到',
        session: '查看已随登录退出而结束',
      },
      open: '打开账号',
      openAgain: '重新打开',
      withdraw: '撤回申请',
      end: '结束查看',
      opening: '正在打开客户的账号',
      over: '查看已结束',
      overHelp: '您已不能再看到客户的账号，可以关闭此标签页。',
      failed: '无法打开客户的账号',
      back: '返回客户列表',
    },
  },
}

export const en: Messages<typeof zh> = {
  codes: {
    supportViewState: {
      asked: 'Requested',
      allowed: 'Allowed',
      refused: 'Declined',
      withdrawn: 'Withdrawn',
      expired: 'No response',
      ended: 'Ended',
    },
  },
  customers: {
    supportView: {
      ask: 'Request to view account',
      request: 'request to view the account',
      title: 'Request read-only access',
      text: 'The user of {{name}} sees the request in the user centre at once, with your name and the reason below. They have {{answer}} minutes to respond. Once they allow it, you can view the account read-only for {{minutes}} minutes.',
      reasonHelp: 'The customer reads this; it is kept in the log',
      submit: 'Send request',
      sent: 'Request sent. Wait for the customer’s answer',
      asked: '{{operator}} asked to view the account read-only. Waiting for an answer until {{at}}',
      allowed: 'The customer allowed a read-only view until {{at}}',
      opened: 'Being viewed read-only until {{at}}',
      openedByOther: '{{operator}} is viewing the account read-only until {{at}}',
      refused: 'The customer declined {{operator}}’s request to view the account',
      withdrawn: '{{operator}} withdrew the request to view the account',
      expired: 'The customer didn’t respond to {{operator}}’s request in time',
      ended: {
        customer: 'The customer ended the view',
        operator: '{{operator}} ended the view',
        time: 'The viewing time is up',
        session: 'The view ended when the operator logged out',
      },
      open: 'Open account',
      openAgain: 'Open again',
      withdraw: 'Withdraw',
      end: 'End view',
      opening: 'Opening the customer’s account',
      over: 'The view has ended',
      overHelp: 'You can no longer see the customer’s account. You can close this tab.',
      failed: 'The customer’s account can’t be opened',
      back: 'Back to customers',
    },
  },
}
