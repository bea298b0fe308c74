/** Messages of the operators' console around its pages: sign-in, menu, account. */
import type { Messages } from '#locales/messages.ts'

export const zh = {
  operator: {
    console: '运营后台',
    fullName: '{{product}}运营后台',
    unknown: {
      title: '没有这个页面',
      help: '地址有误，或者您的角色不能打开它。需要权限请联系管理员。',
      back: '返回首页',
    },
    signIn: {
      title: '登录运营后台',
      help: '仅供工作人员使用，客户请从官网登录。',
      toSite: '前往官网',
      password: '密码',
      code: '动态码',
      codeHelp: '验证器应用里显示的6位数字，每30秒更换一次',
      submit: '登录',
      working: '正在登录…',
      missing: {
        email: '请输入邮箱',
        password: '请输入密码',
        code: '请输入动态码',
      },
    },
  },
  groups: {
    today: '今日',
    customers: '客户',
    payments: '支付',
    catalogue: '商品与内容',
    team: '团队',
  },
  codes: { operatorRole: { support: '客服', finance: '财务', admin: '管理员' } },
  failures: { expired: '登录已失效，请重新登录，登录后回到本页。' },
}

export const en: Messages<typeof zh> = {
  operator: {
    console: 'Operators',
    fullName: '{{product}} operators’ console',
    unknown: {
      title: 'Page not found',
      help: 'The address is wrong, or your role doesn’t have access. Ask an admin.',
      back: 'Go to the start page',
    },
    signIn: {
      title: 'Log in to the operators’ console',
      help: 'For staff only. Customers log in on the website.',
      toSite: 'Go to the website',
      password: 'Password',
      code: 'Authenticator code',
      codeHelp: 'The 6 digits shown by your authenticator app; they change every 30 seconds',
      submit: 'Log in',
      working: 'Logging in…',
      missing: {
        email: 'Enter your email',
        password: 'Enter your password',
        code: 'Enter the authenticator code',
      },
    },
  },
  groups: {
    today: 'Today',
    customers: 'Customers',
    payments: 'Payments',
    catalogue: 'Catalogue',
    team: 'Team',
  },
  codes: { operatorRole: { support: 'Support', finance: 'Finance', admin: 'Admin' } },
  failures: { expired: 'Your session has expired. Log in again to continue on this page.' },
}
