/** Messages of the client-rendered public pages, including the login page. */

export const landing = {
  nav: { skip: '跳到正文', main: '主导航', home: '首页' },
  login: {
    title: '登录',
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
