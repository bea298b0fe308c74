/** Format of every kind of value in both languages, as text and as markup. */
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import type { Kind } from '#console/engine/fields/field-type.ts'
import type { Row } from '#console/engine/resource.ts'
import type { Lang } from '#locales/messages.ts'
import { subAccounts } from '#contract/sub-accounts.ts'
import type { FieldType } from '#contract/vocabulary.ts'
import { stubBrowser } from '#tests/support/browser/globals.ts'

type Example = {
  fieldType: FieldType
  value: unknown
  zh: string
  en: string
  /** Of a cell that is shorter than the text. */
  cellEn?: string
  row?: Row
  lookupData?: unknown
}

const channels = [
  { id: '1', name: '谷歌', enName: 'Google' },
  { id: 2, name: '有道', enName: null },
]
const languages = {
  sourceList: [{ id: '1', langCode: 'en', chineseName: '英语', englishName: 'English' }],
  targetList: [],
}
const clientType: FieldType = { kind: 'code', code: 'clientType', values: ['web'] }

const toSubAccount: FieldType = {
  kind: 'reference',
  subject: () => subAccounts,
  title: 'account',
  search: 'account',
  titleField: 'ownerTitle',
}

const examples: Record<Kind, Example[]> = {
  text: [{ fieldType: { kind: 'text' }, value: 'amelia', zh: 'amelia', en: 'amelia' }],
  cents: [{ fieldType: { kind: 'cents' }, value: 123_450, zh: '¥1,234.50', en: '¥1,234.50' }],
  longText: [
    { fieldType: { kind: 'longText', max: 2_000 }, value: 'short', zh: 'short', en: 'short' },
    {
      fieldType: { kind: 'longText', max: 2_000 },
      value: 'two\nlines',
      zh: 'two\nlines',
      en: 'two\nlines',
    },
  ],
  date: [{ fieldType: { kind: 'date' }, value: '2026-11-22', zh: '2026-11-22', en: '2026-11-22' }],
  email: [{ fieldType: { kind: 'email' }, value: 'a@b.cn', zh: 'a@b.cn', en: 'a@b.cn' }],
  reference: [
    { fieldType: toSubAccount, value: '7', row: { ownerTitle: 'ann' }, zh: 'ann', en: 'ann' },
    { fieldType: toSubAccount, value: '7', lookupData: { 7: 'bob' }, zh: 'bob', en: 'bob' },
    { fieldType: toSubAccount, value: '8', lookupData: { 7: 'bob' }, zh: '8', en: '8' },
  ],
  time: [
    {
      fieldType: { kind: 'time' },
      value: '2026-11-20 08:15:21',
      zh: '2026-11-20 08:15:21',
      en: '2026-11-20 08:15:21',
    },
  ],
  flag: [
    { fieldType: { kind: 'flag' }, value: 1, zh: '是', en: 'Yes' },
    { fieldType: { kind: 'flag' }, value: 0, zh: '否', en: 'No' },
    {
      fieldType: { kind: 'flag', labelKeys: ['resources.x.values.enabled', 'values.enabled'] },
      value: 1,
      zh: '启用',
      en: 'Enabled',
    },
    {
      fieldType: { kind: 'flag', labelKeys: ['resources.x.values.enabled', 'values.enabled'] },
      value: 0,
      zh: '停用',
      en: 'Disabled',
    },
  ],
  count: [
    { fieldType: { kind: 'count' }, value: 1_234_567, zh: '1,234,567', en: '1,234,567' },
    { fieldType: { kind: 'count' }, value: -300, zh: '−300', en: '−300' },
  ],
  channel: [
    { fieldType: { kind: 'channel' }, value: '1', zh: '谷歌', en: 'Google', lookupData: channels },
    { fieldType: { kind: 'channel' }, value: '2', zh: '有道', en: '有道', lookupData: channels },
    {
      fieldType: { kind: 'channel' },
      value: '9',
      zh: '未知通道',
      en: 'Unknown channel',
      lookupData: channels,
    },
    { fieldType: { kind: 'channel' }, value: '9', zh: '9', en: '9' },
  ],
  language: [
    {
      fieldType: { kind: 'language' },
      value: 'en',
      zh: '英语',
      en: 'English',
      lookupData: languages,
    },
    { fieldType: { kind: 'language' }, value: 'fr', zh: '法语', en: 'French' },
    { fieldType: { kind: 'language' }, value: 'not a code', zh: 'not a code', en: 'not a code' },
  ],
  country: [
    { fieldType: { kind: 'country' }, value: 'BR', zh: '巴西', en: 'Brazil' },
    { fieldType: { kind: 'country' }, value: 'not a code', zh: 'not a code', en: 'not a code' },
  ],
  codes: [
    {
      fieldType: {
        kind: 'codes',
        labelKey: 'resources.apiKeys.values.scopes',
        values: ['translate', 'usage'],
      },
      value: ['translate', 'usage'],
      zh: '翻译、用量',
      en: 'Translate, Usage',
    },
  ],
  tags: [
    {
      fieldType: { kind: 'tags', maxCount: 10, maxLength: 20 },
      value: ['老客户', 'VIP'],
      zh: '老客户、VIP',
      en: '老客户, VIP',
    },
    { fieldType: { kind: 'tags', maxCount: 10, maxLength: 20 }, value: [], zh: '', en: '' },
  ],
  link: [
    {
      fieldType: { kind: 'link' },
      value: 'https://example.com/a',
      zh: 'https://example.com/a',
      en: 'https://example.com/a',
    },
  ],
  picture: [
    {
      fieldType: { kind: 'picture', bytes: 100_000 },
      value: 'data:image/png;base64,iVBORw0KGgo=',
      zh: '图片',
      en: 'Picture',
    },
  ],
  references: [
    {
      fieldType: {
        kind: 'references',
        subject: () => ({ page: subAccounts.page }),
        title: 'account',
      },
      value: ['21', '22'],
      zh: '21、22',
      en: '21, 22',
    },
  ],
  person: [
    {
      fieldType: { kind: 'person' },
      value: 'all',
      zh: '本人和全部子账号',
      en: 'My account and all sub-accounts',
    },
    {
      fieldType: { kind: 'person' },
      value: '7',
      zh: 'ann',
      en: 'ann',
      lookupData: [{ userId: 7, account: 'ann' }],
    },
    { fieldType: { kind: 'person' }, value: '8', zh: '8', en: '8' },
  ],
  secret: [{ fieldType: { kind: 'secret' }, value: 'secret1', zh: '', en: '' }],
  newSecret: [{ fieldType: { kind: 'newSecret' }, value: 'secret1', zh: '', en: '' }],
  vcode: [{ fieldType: { kind: 'vcode', to: 'email' }, value: '123456', zh: '', en: '' }],
  id: [{ fieldType: { kind: 'id' }, value: 42, zh: '42', en: '42' }],
  version: [{ fieldType: { kind: 'version' }, value: 3, zh: '3', en: '3' }],
  quota: [
    {
      fieldType: { kind: 'quota', unit: 'mode' },
      value: 50_000,
      row: { mode: 'char' },
      zh: '5万字符',
      en: '50,000 characters',
      cellEn: '50,000 chars',
    },
    {
      fieldType: { kind: 'quota', unit: 'mode' },
      value: 43_200,
      row: { mode: 'time' },
      zh: '1个月',
      en: '1 month',
    },
  ],
  localized: [
    {
      fieldType: { kind: 'localized', en: 'enName' },
      value: '标准版',
      row: { enName: 'Standard' },
      zh: '标准版',
      en: 'Standard',
    },
    {
      fieldType: { kind: 'localized', en: 'enName' },
      value: '标准版',
      row: { enName: null },
      zh: '标准版',
      en: '标准版',
    },
  ],
  code: [
    { fieldType: clientType, value: 'web', zh: '网页', en: 'Web' },
    { fieldType: clientType, value: 'watch', zh: 'watch', en: 'watch' },
    { fieldType: clientType, value: 'constructor', zh: 'constructor', en: 'constructor' },
    {
      fieldType: { kind: 'code', code: 'payStatus', values: ['W'] },
      value: 'W',
      zh: '待支付',
      en: 'Awaiting payment',
    },
  ],
}
const allExamples = Object.values(examples).flat()

test.each(['zh', 'en'] as const satisfies Lang[])(
  'in %s every kind is formatted as expected, as text and as markup',
  async (lang) => {
    const getFieldTypeUi = await loadKinds(lang)
    for (const { fieldType, value, row = {}, lookupData, ...expected } of allExamples) {
      const kind = getFieldTypeUi(fieldType)
      const text = kind.text(value, { fieldType, row, lookupData })
      const Cell = kind.Cell
      const markup = Cell
        ? renderToStaticMarkup(createElement(Cell, { value, fieldType, row, lookupData }))
        : text
      expect(text, `${fieldType.kind} ${String(value)}`).toBe(expected[lang])
      expect(
        markup.replace(/<img[^>]* alt="([^"]*)"[^>]*>|<[^>]*>/g, '$1'),
        `${fieldType.kind} ${String(value)}`,
      ).toBe((lang === 'en' && expected.cellEn) || text)
    }
  },
)

/** Loads modules again, because the language is constant for the lifetime of a page. */
async function loadKinds(lang: Lang) {
  vi.resetModules()
  stubBrowser()
  localStorage.setItem('lang', lang)
  const [{ getFieldTypeUi }, { loadMessages }] = await Promise.all([
    import('#console/engine/fields/field-types.ts'),
    import('#console/refine/i18n.ts'),
  ])
  await loadMessages()
  return getFieldTypeUi
}
