/** Users of the demo: a small trading company with Chinese and English names. */

export type Name = { account: string; nickname: string }

/** The 26 sub-accounts, in order of creation. */
export const colleagues: readonly Name[] = [
  { account: 'demosub', nickname: '演示子账号' },
  { account: 'wangfang', nickname: '王芳' },
  { account: 'emma', nickname: 'Emma Clarke' },
  { account: '李强', nickname: '李强 · 华南区' },
  { account: 'oliver88', nickname: 'Oliver Grant' },
  { account: 'zhangwei', nickname: '张伟' },
  { account: '客服小陈', nickname: '陈静' },
  { account: 'sophie', nickname: 'Sophie Turner' },
  { account: 'liuyang', nickname: '刘洋' },
  { account: 'daniel2026', nickname: 'Daniel Hughes' },
  { account: 'zhaomin', nickname: '赵敏' },
  { account: '客服小林', nickname: '林晓彤' },
  { account: 'grace', nickname: 'Grace Bennett' },
  { account: 'sunhao', nickname: '孙浩' },
  { account: 'jackmiller', nickname: 'Jack Miller' },
  { account: '周婷', nickname: '周婷' },
  { account: 'wuyifan', nickname: '吴一凡' },
  { account: 'amelia', nickname: 'Amelia Scott' },
  { account: 'xujing', nickname: '徐静' },
  { account: 'henry06', nickname: 'Henry Cooper' },
  { account: '夜班01', nickname: '夜班一号' },
  { account: '夜班02', nickname: '夜班二号' },
  { account: 'hulei', nickname: '胡磊' },
  { account: 'lucywood', nickname: 'Lucy Wood' },
  { account: 'guoxin', nickname: '郭欣' },
  { account: 'newcomer', nickname: '新同事' },
]

/** Sub-accounts that were deleted, with their quota reclaimed. */
export const formerColleagues: readonly Name[] = [
  { account: 'intern01', nickname: '实习生小高' },
  { account: 'thomas', nickname: 'Thomas Reed' },
]

/** IP addresses reserved for documentation. */
export const offices = [
  '203.0.113.18',
  '203.0.113.42',
  '198.51.100.7',
  '2001:db8:4:12::2a',
] as const

/** Language pairs and their relative frequency. */
export const directions: Readonly<Record<string, number>> = {
  'zh>en': 34,
  'en>zh': 26,
  'zh>es': 8,
  'es>zh': 6,
  'zh>ru': 6,
  'ru>zh': 4,
  'zh>pt': 4,
  'zh>ar': 3,
  'zh>vi': 3,
  'vi>zh': 2,
  'zh>ja': 2,
  'en>fr': 2,
}

export const clients: Readonly<Record<'windows' | 'web' | 'mac' | 'android' | 'ios', number>> = {
  windows: 46,
  web: 24,
  mac: 10,
  android: 12,
  ios: 8,
}
