/** Messages of the client-rendered public pages, including the login page. */
import type { Messages } from '#locales/messages.ts'

export const zh = {
  nav: { skip: '跳到正文', main: '主导航', home: '首页' },
  login: {
    title: '登录',
    description:
      '登录译桥用户中心：充值字符或包月套餐，管理子账号，分配额度，查看翻译日志。没有账号可免费注册。',
    welcome: '登录{{product}}',
    account: '用户名或邮箱',
    submit: '登录',
    done: '登录成功',
    busy: '正在登录…',
    wait: '请{{seconds}}秒后再试',
    showPassword: '显示密码',
    hidePassword: '隐藏密码',
    capsLock: '大写锁定已开启',
    noAccount: '还没有账号？',
    toRegister: '去注册',
    registered: '注册成功，请登录',
    agree: '登录即表示您同意',
    copy: '复制',
    copied: '已复制',
  },
  forgot: '忘记密码？',
  register: '注册账号',
  demo: { title: '演示环境', text: '可以用演示账号登录，数据均为虚构。', fill: '填入演示账号' },
  agreement: {
    link: '《用户服务协议》',
    title: '用户服务协议',
    and: '和',
    close: '关闭',
  },
  privacy: { link: '《隐私政策》', title: '隐私政策' },
}

export const en: Messages<typeof zh> = {
  nav: { skip: 'Skip to content', main: 'Main', home: 'Home' },
  login: {
    title: 'Log in',
    description:
      'Log in to the Yiqiao user centre to buy packages, manage sub-accounts, distribute quota and view your translation log. New here? Register for free.',
    welcome: 'Log in to {{product}}',
    account: 'Username or email',
    submit: 'Log in',
    done: 'Login successful',
    busy: 'Logging in…',
    wait: 'Try again in {{seconds}} s',
    showPassword: 'Show password',
    hidePassword: 'Hide password',
    capsLock: 'Caps Lock is on',
    noAccount: 'Don’t have an account?',
    toRegister: 'Register',
    registered: 'Registration successful, please log in',
    agree: 'By logging in, you agree to the',
    copy: 'Copy',
    copied: 'Copied',
  },
  forgot: 'Forgot your password?',
  register: 'Create an account',
  demo: {
    title: 'Demo',
    text: 'The demo account contains made-up data.',
    fill: 'Use demo account',
  },
  agreement: {
    link: 'user service agreement',
    title: 'User service agreement',
    and: ' and the ',
    close: 'Close',
  },
  privacy: { link: 'privacy policy', title: 'Privacy policy' },
}
