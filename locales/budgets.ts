/** Budgets of sub-accounts: setting a rule, moving to a group, and what is left. */
import type { Messages } from '#locales/messages.ts'

/** Labels of the amounts of a rule. */
export const zhAmounts = {
  dailyCharNum: '每天字符',
  monthlyCharNum: '每月字符',
  topUpCharNum: '每月补足字符至',
  dailyVoiceNum: '每天语音（次）',
  monthlyVoiceNum: '每月语音（次）',
  topUpVoiceNum: '每月补足语音至（次）',
  dailyImageNum: '每天图片（张）',
  monthlyImageNum: '每月图片（张）',
  topUpImageNum: '每月补足图片至（张）',
} as const

export const enAmounts = {
  dailyCharNum: 'Characters a day',
  monthlyCharNum: 'Characters a month',
  topUpCharNum: 'Top up characters to',
  dailyVoiceNum: 'Voice units a day',
  monthlyVoiceNum: 'Voice units a month',
  topUpVoiceNum: 'Top up voice units to',
  dailyImageNum: 'Images a day',
  monthlyImageNum: 'Images a month',
  topUpImageNum: 'Top up images to',
} as const

export const zh = {
  title: '预算',
  none: '没有上限，有额度就可以使用。',
  group: '分组“{{group}}”的规则',
  ownInGroup: '单独规则，代替分组“{{group}}”的规则',
  cap: {
    dailyCharNum: '今天的字符',
    monthlyCharNum: '本月的字符',
    dailyVoiceNum: '今天的语音',
    monthlyVoiceNum: '本月的语音',
    dailyImageNum: '今天的图片',
    monthlyImageNum: '本月的图片',
  },
  topUp: '每月1日从主账号补足到{{quota}}',
  left: '还剩{{left}}，上限{{limit}}',
  used: '已用{{used}}，{{reset}}重置',
  usedOf: '{{cap}}已用{{used}}，上限{{limit}}',
  set: {
    title: '“{{name}}”的预算',
    help: '每天或每月（按日历）最多使用多少；留空表示不限。用完后，对方会看到原因和重置时间。补足：每月1日从主账号补足到所填的数量，从下个月开始。',
    group: '“{{group}}”的规则',
    own: '单独规则',
    groupHelp: '使用分组“{{group}}”的规则；分组的规则改变后，立即对它生效。',
    save: '保存预算',
    saved: '预算已保存',
  },
  move: {
    title: '移到分组',
    help_other:
      '选中的{{count}}个子账号将使用该分组的规则；有单独规则的仍用自己的规则。留空则移出分组。',
    group: '分组',
    save: '移动',
    moving_other: '{{count}}个子账号的分组会改变。',
    moved_other: '已移动{{count}}个子账号',
    left_other: '已把{{count}}个子账号移出分组',
    moves_other: '把{{count}}个子账号移到分组',
    leaves_other: '把{{count}}个子账号移出分组',
  },
} as const

export const en: Messages<typeof zh> = {
  title: 'Budget',
  none: 'No limit: all of its quota can be used.',
  group: 'Rule of the group “{{group}}”',
  ownInGroup: 'Own rule, in place of that of the group “{{group}}”',
  cap: {
    dailyCharNum: 'Characters today',
    monthlyCharNum: 'Characters this month',
    dailyVoiceNum: 'Voice units today',
    monthlyVoiceNum: 'Voice units this month',
    dailyImageNum: 'Images today',
    monthlyImageNum: 'Images this month',
  },
  topUp: 'Topped up to {{quota}} from the main account on the first of each month',
  left: '{{left}} left of {{limit}}',
  used: '{{used}} used; resets at {{reset}}',
  usedOf: '{{cap}}: {{used}} of {{limit}} used',
  set: {
    title: 'Budget of {{name}}',
    help: 'The most that it may use a day and a month of the calendar; empty means no limit. Once a limit is reached, the person sees why, and when it resets. A top-up raises the balance to the amount on the first of each month, from that of the main account, from next month on.',
    group: 'Rule of {{group}}',
    own: 'Own rule',
    groupHelp: 'The rule of the group “{{group}}” applies, also when it changes.',
    save: 'Save budget',
    saved: 'Budget saved',
  },
  move: {
    title: 'Move to group',
    help_one:
      'The selected sub-account gets the rule of the group, unless it has a rule of its own. Leave empty to take it out of its group.',
    help_other:
      'The {{count}} selected sub-accounts get the rule of the group; those with a rule of their own keep it. Leave empty to take them out of their groups.',
    group: 'Group',
    save: 'Move',
    moving_one: '{{count}} sub-account changes its group.',
    moving_other: '{{count}} sub-accounts change their group.',
    left_one: '{{count}} sub-account taken out of its group',
    left_other: '{{count}} sub-accounts taken out of their groups',
    leaves_one: 'take {{count}} sub-account out of its group',
    leaves_other: 'take {{count}} sub-accounts out of their groups',
    moves_one: 'move {{count}} sub-account to a group',
    moves_other: 'move {{count}} sub-accounts to a group',
    moved_one: '{{count}} sub-account moved',
    moved_other: '{{count}} sub-accounts moved',
  },
}
