/** Descriptions of every type of log row in both languages: event, actor, before and after. */
import { expect, test, vi } from 'vitest'
import type { AccountLogRow } from '#contract/ledger.ts'
import type { Lang } from '#locales/messages.ts'
import { stubBrowser } from '#tests/support/browser/globals.ts'

const names: Record<string, string> = { '1': 'Tencent', '3': 'DeepL' }
const decrease = { charChangeNum: -20_000, beforeCharNum: 100_000, lastCharNum: 80_000 }
const increase = { charChangeNum: 20_000, beforeCharNum: 1_000, lastCharNum: 21_000 }
const namedAccounts = {
  managerId: '9',
  managerName: 'demo',
  parentUserName: 'demo',
  childUserName: 'anna',
}
const automatic = { parentUserName: 'demo', childUserName: 'anna' }
const consumed = { consumeTranChannelId: '1', consumerIp: '203.0.113.42' }

const rows: [
  name: string,
  fields: Partial<AccountLogRow> & Pick<AccountLogRow, 'logType'>,
  zh: string,
  en: string,
][] = [
  [
    'distributed to a sub-account',
    {
      logType: 'DISTRIBUTION',
      ...namedAccounts,
      ...decrease,
      voiceChangeNum: -2,
      beforeVoiceNum: 7,
      lastVoiceNum: 5,
    },
    'demo 分配给子账号 anna。字符由100,000变为80,000。语音由7变为5。',
    'demo distributed quota to sub-account anna. Characters went from 100,000 to 80,000. Voice went from 7 to 5.',
  ],
  [
    'received from the main account',
    { logType: 'DISTRIBUTION', ...namedAccounts, ...increase },
    'demo 从主账号 demo 分配到本账号。字符由1,000变为21,000。',
    'demo distributed quota from demo to this account. Characters went from 1,000 to 21,000.',
  ],
  [
    'automatic distribution, at the main account',
    { logType: 'DISTRIBUTION', ...automatic, ...decrease },
    '子账号 anna 额度不足，自动分配。字符由100,000变为80,000。',
    'Sub-account anna ran short. Quota was distributed automatically. Characters went from 100,000 to 80,000.',
  ],
  [
    'automatic distribution, at the sub-account',
    { logType: 'DISTRIBUTION', ...automatic, ...increase },
    '本账号额度不足，从主账号 demo 自动分配。字符由1,000变为21,000。',
    'This account ran short. Quota was distributed automatically from demo. Characters went from 1,000 to 21,000.',
  ],
  [
    'reclaimed, at the main account',
    { logType: 'RECOVERY', ...namedAccounts, ...increase },
    'demo 从子账号 anna 收回。字符由1,000变为21,000。',
    'demo reclaimed quota from sub-account anna. Characters went from 1,000 to 21,000.',
  ],
  [
    'reclaimed, at the sub-account',
    { logType: 'RECOVERY', ...namedAccounts, ...decrease },
    'demo 收回到主账号 demo。字符由100,000变为80,000。',
    'demo reclaimed quota to the main account demo. Characters went from 100,000 to 80,000.',
  ],
  [
    'bought',
    {
      logType: 'RECHARGE_ORDER_BY_MEMBER_GROUP',
      ...increase,
      rechargeOrderByMemberGroupNo: '20261120001',
      rechargeMemberGroupName: '标准版',
      rechargeMemberGroupEnName: 'Standard',
      beforeExpireDateTime: '2026-12-01 00:00:00',
      lastExpireDateTime: null,
    },
    '购买的套餐“标准版”已到账。字符由1,000变为21,000。取消到期时间（原为 2026-12-01 00:00:00）。',
    'Package “Standard” credited. Characters went from 1,000 to 21,000. Expiry date of 2026-12-01 00:00:00 removed.',
  ],
  [
    'characters converted to time',
    {
      logType: 'SYS_MATRIX',
      ...decrease,
      lastCharNum: 0,
      charChangeNum: -100_000,
      minChangeNum: 43_200,
      beforeTranslationBillingMode: 'char',
      lastTranslationBillingMode: 'time',
      beforeExpireDateTime: null,
      lastExpireDateTime: '2027-01-01 00:00:00',
    },
    '计费方式由“按字符计费”变为“按时长计费”，剩余额度按等值换算。字符由100,000变为0。到期时间定为 2027-01-01 00:00:00。',
    'Billing changed from “Per character” to “Per month”. The remaining quota was converted at equal value. Characters went from 100,000 to 0. Expiry date set to 2027-01-01 00:00:00.',
  ],
  [
    'a package of another channel, billed as before',
    {
      logType: 'SYS_MATRIX',
      beforeTranslationBillingMode: 'char',
      lastTranslationBillingMode: 'char',
      beforeTranChannelId: '1',
      lastTranChannelId: '3',
      ...decrease,
    },
    '购买套餐后，翻译通道由“Tencent”切换为“DeepL”，剩余额度按等值换算。字符由100,000变为80,000。',
    'The new package changed the channel from “Tencent” to “DeepL”. The remaining quota was converted at equal value. Characters went from 100,000 to 80,000.',
  ],
  [
    'another channel',
    {
      logType: 'MATRIX',
      managerName: 'demo',
      beforeTranChannelId: '1',
      lastTranChannelId: '3',
      ...decrease,
    },
    'demo 把翻译通道由“Tencent”切换为“DeepL”，剩余额度按等值换算。字符由100,000变为80,000。',
    'demo changed the channel from “Tencent” to “DeepL”. The remaining quota was converted at equal value. Characters went from 100,000 to 80,000.',
  ],
  [
    'adjusted by staff',
    { logType: 'SYS_ADJUST', managerName: '小译', ...increase },
    '由 小译 调整。字符由1,000变为21,000。',
    'Adjusted by 小译. Characters went from 1,000 to 21,000.',
  ],
  [
    'translated',
    { logType: 'TRANSLATION_CONSUME', ...consumed, ...decrease },
    '文字翻译，通道：Tencent，IP：203.0.113.42。字符由100,000变为80,000。',
    'Translation with Tencent from 203.0.113.42. Characters went from 100,000 to 80,000.',
  ],
  [
    'voice used',
    {
      logType: 'VOICE_CONSUME',
      ...consumed,
      voiceChangeNum: -1,
      beforeVoiceNum: 3,
      lastVoiceNum: 2,
    },
    '语音翻译，通道：Tencent，IP：203.0.113.42。语音由3变为2。',
    'Voice translation with Tencent from 203.0.113.42. Voice went from 3 to 2.',
  ],
  [
    'images used',
    { logType: 'OTHER', ...consumed, imageChangeNum: -1, beforeImageNum: 3, lastImageNum: 2 },
    '使用额度，IP：203.0.113.42。图片由3变为2。',
    'Quota used from 203.0.113.42. Images went from 3 to 2.',
  ],
  [
    'a gift',
    { logType: 'OTHER', ...increase },
    '赠送的额度。字符由1,000变为21,000。',
    'Free quota. Characters went from 1,000 to 21,000.',
  ],
  [
    'an invitation',
    { logType: 'INVITE_REWARD', ...increase },
    '邀请奖励。字符由1,000变为21,000。',
    'Invitation reward. Characters went from 1,000 to 21,000.',
  ],
  [
    'a backend with few fields',
    { logType: 'TRANSLATION_CONSUME' },
    '文字翻译。余额没有变化。',
    'Text translation. The balance did not change.',
  ],
]

const descriptionIn: Record<Lang, (row: AccountLogRow) => string> = {
  zh: await loadDescription('zh'),
  en: await loadDescription('en'),
}

const changedChannel: AccountLogRow = {
  id: '1',
  createDateTime: '2026-11-20 08:15:21',
  logType: 'MATRIX',
  managerId: '9',
  managerName: 'demo',
  beforeTranChannelId: '1',
  lastTranChannelId: '3',
  ...decrease,
}

test.each([
  ['zh', '您把翻译通道由“Tencent”切换为“DeepL”，剩余额度按等值换算。'],
  [
    'en',
    'You changed the channel from “Tencent” to “DeepL”. The remaining quota was converted at equal value.',
  ],
] as const)(
  'a change of channel by the reader names both channels where no column shows them (%s)',
  async (lang, sentence) => {
    const headline = await loadHeadline(lang)
    expect(headline(changedChannel, () => ['chars'])).toBe(sentence)
    expect(headline(changedChannel, () => ['chars', 'channels'])).not.toMatch(/Tencent|DeepL/)
  },
)

test.each(rows)('%s', (_, fields, zh, en) => {
  const row: AccountLogRow = { id: '1', createDateTime: '2026-11-20 08:15:21', ...fields }
  expect(descriptionIn.zh(row)).toBe(zh)
  expect(descriptionIn.en(row)).toBe(en)
})

/** Loads modules again, because the language is constant for the lifetime of a page. */
async function loadModule(lang: Lang) {
  vi.resetModules()
  stubBrowser()
  localStorage.setItem('lang', lang)
  const [description, { loadMessages }] = await Promise.all([
    import('#console/features/account-log/description-cell.tsx'),
    import('#console/refine/i18n.ts'),
  ])
  await loadMessages(lang)
  const storage = localStorage
  return { ...description, restoreStorage: () => vi.stubGlobal('localStorage', storage) }
}

const nameChannel = (id: string | number) => names[String(id)] ?? '?'

async function loadDescription(lang: Lang) {
  const { descriptionOf, restoreStorage } = await loadModule(lang)
  return (row: AccountLogRow) => {
    restoreStorage()
    return descriptionOf(row, nameChannel)
  }
}

/** The headline for the user who made the change. */
async function loadHeadline(lang: Lang) {
  const { headlineOf } = await loadModule(lang)
  const reader = { userId: '9', username: 'demo', account: 'demo@example.com' }
  return (row: AccountLogRow, shownOf: Parameters<typeof headlineOf>[3]) =>
    headlineOf(row, nameChannel, reader, shownOf)
}
