/** Shared messages: product name, field labels, validation errors and failures. */
import type { Messages } from '#locales/messages.ts'

export const zh = {
  product: { name: '译桥', slogan: '两种语言，一次对话' },
  languages: { label: '语言', zh: '中文', en: 'English' },
  fields: {
    account: '账号',
    username: '用户名',
    nickname: '昵称',
    email: '邮箱',
    password: '密码',
    password2: '确认密码',
    vcode: '验证码',
  },
  rules: {
    required: '请输入{{field}}',
    min: '{{field}}至少输入{{limit}}位',
    max: '{{field}}最多输入{{limit}}位',
    pattern: '{{field}}格式不正确',
    type: '{{field}}不正确',
    taken: '{{field}}已被占用',
    account: { pattern: '请输入正确的用户名. 只能包含数字,字母,中文', taken: '用户名已被占用' },
    password: { min: '密码至少输入{{limit}}位', max: '密码最多输入{{limit}}位' },
  },
  failures: {
    refused: '操作失败',
    invalid: '输入有误，请检查标出的内容',
    expired: '登陆失效 即将跳转首页',
    busy: '操作过于频繁，请{{seconds}}秒后再试',
    broken: '服务器错误，请联系工作人员',
    unauthorized: '登录已失效，请重新登录',
    status: '请求异常：{{error}}',
    unreachable: {
      network: '请求异常：网络连接失败',
      offline: '请求异常：当前没有网络',
      timeout: '请求异常：服务器响应超时',
    },
    garbled: '请求异常：无法识别服务器的响应',
    unexpected: '请求异常',
    requestId: '请求编号',
  },
  toast: { region: '通知', close: '关闭通知', undo: '撤销' },
  quota: { characters: '{{amount}}字符', months_other: '{{amount}}个月' },
}

export const en: Messages<typeof zh> = {
  product: { name: 'Yiqiao', slogan: 'Two languages, one conversation' },
  languages: { label: 'Language', zh: '中文', en: 'English' },
  fields: {
    account: 'Account',
    username: 'Username',
    nickname: 'Nickname',
    email: 'Email',
    password: 'Password',
    password2: 'Confirm password',
    vcode: 'Verification code',
  },
  rules: {
    required: '{{field}} is required',
    min: '{{field}} must be at least {{limit}} characters',
    max: '{{field}} must be {{limit}} characters or fewer',
    pattern: '{{field}} is in the wrong format',
    type: '{{field}} is not valid',
    taken: '{{field}} is already taken',
    account: {
      pattern: 'Use only letters, digits and Chinese characters',
      taken: 'Username is already taken',
    },
    password: {
      min: 'Password must be at least {{limit}} characters',
      max: 'Password must be {{limit}} characters or fewer',
    },
  },
  failures: {
    refused: 'The request was not completed',
    invalid: 'Some fields are not valid. Please check the marked ones.',
    expired: 'Your session has expired. Taking you to the home page',
    busy: 'Too many requests. Try again in {{seconds}} s',
    broken: 'Server error, please contact staff',
    unauthorized: 'Unauthorized, please log in again!',
    status: 'Request failed: {{error}}',
    unreachable: {
      network: 'Request failed: no connection to the server',
      offline: 'Request failed: you are offline',
      timeout: 'Request failed: the server took too long to respond',
    },
    garbled: 'Request failed: the response could not be read',
    unexpected: 'Request failed',
    requestId: 'Request ID',
  },
  toast: { region: 'Messages', close: 'Close message', undo: 'Undo' },
  quota: {
    characters: '{{amount}} characters',
    months_one: '{{amount}} month',
    months_other: '{{amount}} months',
  },
}
