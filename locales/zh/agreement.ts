/** The text of the user service agreement, loaded when somebody opens it. */

export const agreement = {
  age: '您须年满 18 周岁。',
  place: '服务仅限中国大陆地区使用，以人民币计价。',
  contact: '账号以邮箱注册；联系方式变更后，请在三个工作日内告知我们。',
  cancel: '注销主账号会同时删除其全部子账号，无法恢复。',
  full: '完整协议将与注册功能一同公布。',
}
