/** Initial catalogue of channels and packages, edited in the database afterwards. */
import { startTransaction } from '#server/platform/db/start-transaction.ts'
import { businessLimits } from '#contract/business-limits.ts'
import type { Db } from '../platform/db/open.ts'
import {
  channels,
  memberGroups,
  type Channel,
  type MemberGroup,
} from '../features/packages/table.ts'

const toMinutes = (days: number) => days * 24 * 60

const createChannel = (
  id: string,
  name: string,
  enName: string,
  engine: Channel['engine'],
  tier: Channel['tier'],
  centsPerMillion: number,
): Channel => ({
  id,
  name,
  enName,
  engine,
  tier,
  centsPerMillion,
  offered: true,
  position: Number(id),
  fallbackChannelId: null,
})

/** Spec 1.4; the first is the default. */
export const firstChannels: readonly Channel[] = [
  createChannel('1', '腾讯翻译', 'Tencent Translate', 'tencent', 'normal', 9_900),
  createChannel('2', '有道翻译', 'Youdao Translate', 'youdao', 'normal', 9_900),
  createChannel('3', '谷歌翻译', 'Google Translate', 'google', 'high', 19_900),
  createChannel('4', '微软翻译', 'Microsoft Translator', 'microsoft', 'high', 18_900),
  createChannel('5', 'DeepL', 'DeepL', 'deepl', 'specialty', 29_900),
  createChannel('6', 'ChatGPT', 'ChatGPT', 'openai', 'ai', 39_900),
]

type PackageTerms = Pick<MemberGroup, 'num' | 'priceCents' | 'channelId'>

const createCharacterPackage = (
  id: string,
  name: string,
  enName: string,
  terms: PackageTerms,
): MemberGroup => ({
  id,
  name,
  enName,
  ...terms,
  billingMode: 'char',
  createChildUser: true,
  onSale: true,
  position: Number(id),
})

const createTimePackage = (
  id: string,
  name: string,
  enName: string,
  terms: PackageTerms,
): MemberGroup => ({
  id,
  name,
  enName,
  ...terms,
  billingMode: 'time',
  createChildUser: false,
  onSale: true,
  position: Number(id),
})

/** Group 1 is the free trial (spec 9.9); a character package costs its channel's price. */
export const firstGroups: readonly MemberGroup[] = [
  {
    ...createCharacterPackage('1', '免费试用', 'Free test', {
      num: 10_000,
      priceCents: 0,
      channelId: '1',
    }),
    createChildUser: false,
    onSale: false,
  },
  createCharacterPackage('2', '标准版', 'Standard', {
    num: 1_000_000,
    priceCents: 9_900,
    channelId: '1',
  }),
  createCharacterPackage('3', '专业版', 'Professional', {
    num: 1_000_000,
    priceCents: 19_900,
    channelId: '3',
  }),
  createCharacterPackage('4', '高级版', 'Premium', {
    num: 1_000_000,
    priceCents: 29_900,
    channelId: '5',
  }),
  createCharacterPackage('5', 'AI翻译', 'AI translation', {
    num: 1_000_000,
    priceCents: 39_900,
    channelId: '6',
  }),
  createTimePackage('6', '标准版', 'Standard, monthly', {
    num: toMinutes(businessLimits.monthly.days),
    priceCents: 15_900,
    channelId: '1',
  }),
  createTimePackage('7', '专业版', 'Professional, monthly', {
    num: toMinutes(businessLimits.monthly.days),
    priceCents: 25_900,
    channelId: '3',
  }),
  createTimePackage('8', 'GPT会员', 'GPT member, monthly', {
    num: toMinutes(businessLimits.monthly.days),
    priceCents: 39_900,
    channelId: '6',
  }),
]

/** Fills an empty catalogue; leaves an existing one unchanged. */
export async function ensureCatalogue(db: Db): Promise<void> {
  await startTransaction(db, async (tx) => {
    if ((await tx.$count(memberGroups)) > 0) return
    await tx
      .insert(channels)
      .values([...firstChannels])
      .onConflictDoNothing()
    await tx
      .insert(memberGroups)
      .values([...firstGroups])
      .onConflictDoNothing()
  })
}
