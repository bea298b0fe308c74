/** Words of the public site, the login page among it. */

export const landing = {
  nav: { skip: '跳到正文', main: '主导航', home: '首页' },
  login: {
    title: '登录',
    welcome: '登录{{product}}',
    account: '用户名或邮箱',
    submit: '登录',
    busy: '正在登录…',
    wait: '请在 {{seconds}} 秒后再试',
    showPassword: '显示密码',
    hidePassword: '隐藏密码',
    capsLock: '大写锁定已打开',
    noAccount: '还没有账号？',
    toRegister: '去注册',
    agree: '登录即表示您同意',
    copy: '复制',
    copied: '已复制',
  },
  forgot: {
    title: '忘记密码？',
    sub: '子账号：请主账号在“子账号管理”里为您重置密码，立即生效。',
    main: '主账号：邮箱自助找回即将开放，在此之前请联系为您开通账号的工作人员。',
  },
  register: {
    title: '注册账号',
    soon: '邮箱注册即将开放',
    text: '新账号的注册正在准备中。已经有账号，或主账号已为您开通子账号的，现在就可以登录。',
    invite: '邀请码 {{code}} 会保留在链接里，注册开放后可直接使用。',
    toLogin: '返回登录',
  },
  demo: { title: '演示环境', text: '可以用演示账号登录，数据均为虚构。', fill: '填入演示账号' },
  agreement: {
    link: '《用户服务协议》',
    title: '用户服务协议要点',
    close: '关闭',
  },
}
