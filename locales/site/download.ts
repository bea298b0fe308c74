/** Messages of the download page. */
import type { Messages } from '#locales/messages.ts'

export const zh = {
  description: '下载各系统的客户端，安装后用同一个账号登录，在常用的聊天软件里直接翻译。',
  headline: '下载客户端',
  lead: '选择您的系统。安装后用同一个账号登录，额度和设置都在。',
  version: '版本 {{version}}',
  get: '下载',
  getNamed: '下载 {{name}}',
  choose: '选择版本',
  chooseNamed: '选择版本：{{name}}',
  close: '关闭',
  none: '下载列表加载失败，请稍后刷新页面，或扫码联系售前获取。',
  after: '安装之后',
  first: '登录：主账号用用户名或邮箱，子账号用主账号设定的账号。',
  second: '添加聊天软件，选好双方语言，开启双向翻译。',
  third: '遇到问题，请查看使用文档，或扫码联系售后。',
  guide: '查看使用文档',
  newTab: '（在新标签页打开）',
}

export const en: Messages<typeof zh> = {
  description:
    'Download the client for your system, log in with the same account, and translate right inside the chat apps you use.',
  headline: 'Download the client',
  lead: 'Choose your system. Log in with the same account to find your quota and settings.',
  version: 'Version {{version}}',
  get: 'Download',
  getNamed: 'Download {{name}}',
  choose: 'Choose a version',
  chooseNamed: 'Choose a version of {{name}}',
  close: 'Close',
  none: 'Couldn’t load the downloads. Please refresh the page later, or scan a code to get the client from our sales team.',
  after: 'Once it is installed',
  first:
    'Log in with your username or email. Sub-accounts use the account name set by their main account.',
  second: 'Add your chat apps, choose both languages, and turn on two-way translation.',
  third: 'If something is unclear, read the docs or scan a code to contact support.',
  guide: 'Read the docs',
  newTab: '(opens in a new tab)',
}
