/** Messages of the page of a sub-account. */
import type { Messages } from '#locales/messages.ts'

export const zh = {
  back: '返回子账号列表',
  failed: '子账号加载失败',
  unknown: {
    title: '没有这个子账号',
    help: '它可能已被删除，或者链接不完整。',
  },
  figures: {
    chars: '剩余字符',
    unlimited: '不限量',
    draws: '用完后自动从主账号补充，主账号还有{{more}}',
    ownOnly: '用完后需要您分配',
    voices: '剩余语音',
    images: '剩余图片',
    month: '本月已用',
    lastLogin: '上次登录',
    never: '从未登录',
  },
  columns: {
    at: '时间',
    event: '事件',
    change: '变动 · 余额',
    by: '操作人或 IP',
    chars: '字符数',
    channel: '翻译通道',
    languages: '语言',
  },
  history: {
    title: '账号动态',
    you: '您',
    management: '主账号或副管理员',
    system: '系统',
    times_other: '{{event}}（当天{{count}}次）',
  },
  translations: {
    title: '最近的翻译',
    none: '还没有翻译过',
    all: '查看全部翻译日志',
  },
  sessions: {
    title: '登录设备',
    none: '没有登录设备',
    used: '{{ip}}，最近使用 {{at}}',
    end: '退出',
    endAll: '全部退出',
    endAsk: '确定让“{{account}}”在“{{device}}”上退出登录吗？',
    endAllAsk:
      '确定让“{{account}}”在所有设备上退出登录吗？\n对方可以用密码重新登录；要阻止登录，请停用或重置密码。',
  },
  contacts: { title: '联系人' },
}

export const en: Messages<typeof zh> = {
  back: 'Back to sub-accounts',
  failed: 'Couldn’t load the sub-account',
  unknown: {
    title: 'No such sub-account',
    help: 'It may have been deleted, or the link is incomplete.',
  },
  figures: {
    chars: 'Characters left',
    unlimited: 'Unlimited',
    draws: 'then draws on the main account, which has {{more}}',
    ownOnly: 'then you have to distribute more',
    voices: 'Voice units left',
    images: 'Images left',
    month: 'Used this month',
    lastLogin: 'Last login',
    never: 'Never',
  },
  columns: {
    at: 'Time',
    event: 'Event',
    change: 'Change · balance',
    by: 'User or IP',
    chars: 'Characters',
    channel: 'Channel',
    languages: 'Languages',
  },
  history: {
    title: 'Activity',
    you: 'You',
    management: 'Main account or deputy',
    system: 'System',
    times_one: '{{event}} ({{count}} time that day)',
    times_other: '{{event}} ({{count}} times that day)',
  },
  translations: {
    title: 'Latest translations',
    none: 'No translations yet',
    all: 'All translations',
  },
  sessions: {
    title: 'Devices',
    none: 'Not logged in anywhere',
    used: '{{ip}}, last used {{at}}',
    end: 'Log out',
    endAll: 'Log out everywhere',
    endAsk: 'Log {{account}} out of {{device}}?',
    endAllAsk:
      'Log {{account}} out everywhere?\nThey can log in again with their password. To prevent that, disable the account or reset its password.',
  },
  contacts: { title: 'Contacts' },
}
