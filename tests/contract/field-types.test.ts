/** The field types of resources: accepted values and their stored form. */
import { containsLink } from '#contract/operator/mailed-text.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type * as z from 'zod/mini'
import { parseYuan, yuan } from '#client/i18n/format.ts'
import { country } from '#contract/countries.ts'
import { validate } from '#contract/issues.ts'
import { subAccounts } from '#contract/sub-accounts.ts'
import { reference, titleFieldOf } from '#contract/reference.ts'
import { tags } from '#contract/tags.ts'
import {
  date,
  email,
  languageCode,
  longText,
  money,
  text,
  yesNo,
} from '#contract/field-constructors.ts'
import { fieldTypeRegistry } from '#contract/vocabulary.ts'
import { allCodes } from '#server/features/translation/translator.ts'

const accepts = (schema: z.core.$ZodType, value: unknown) => validate(schema, value).ok
const parsed = (schema: z.core.$ZodType, value: unknown) => {
  const result = validate(schema, value)
  return result.ok ? result.value : undefined
}

test('each field type is registered under its kind', () => {
  const schemas = {
    text: text({ max: 10 }),
    longText: longText({ max: 10 }),
    flag: yesNo(),
    date: date(),
    cents: money({ max: 10 }),
    email: email(),
    language: languageCode(),
    country: country(),
    tags: tags({ maxCount: 2, maxLength: 5 }),
    reference: reference(subAccounts, { title: 'account' }),
  }
  for (const [kind, schema] of Object.entries(schemas))
    expect(fieldTypeRegistry.get(schema)?.kind).toBe(kind)
})

const cents = fc.integer({ min: 0, max: 999_999_999_999_999 })
const fullWidth = (text: string) =>
  text.replace(/[!-~]/g, (character) => String.fromCodePoint(character.codePointAt(0)! + 0xfee0))

test('an amount is parsed from every common spelling', () => {
  fc.assert(
    fc.property(cents, (amount) => {
      const plainYuan = `${Math.floor(amount / 100)}.${String(amount % 100).padStart(2, '0')}`
      for (const spelling of [
        plainYuan,
        fullWidth(plainYuan),
        `¥${plainYuan}`,
        `￥ ${plainYuan}`,
        ` ${plainYuan}元`,
        plainYuan.replace('.', '。'),
        plainYuan.replace(/\.?0{1,2}$/, ''),
        yuan(amount, 'zh'),
        fullWidth(yuan(amount, 'en').slice(1)),
      ])
        expect(parseYuan(spelling), spelling).toBe(
          spelling.includes('.') || /[.．。]/.test(spelling) ? amount : Number(spelling) * 100,
        )
    }),
  )
})

test.each([
  '1.234',
  '１．２３４',
  '12,5',
  '1,23',
  '',
  ' ',
  '.',
  '-1',
  '+1',
  '1e3',
  'NaN',
  '1 2',
  '12.',
])('%j is no amount', (text) => {
  expect(parseYuan(text)).toBeUndefined()
})

test('no text with three decimals is an amount', () => {
  fc.assert(
    fc.property(cents, fc.integer({ min: 100, max: 999_999 }), (yuanPart, decimals) => {
      expect(parseYuan(`${yuanPart}.${decimals}`)).toBeUndefined()
    }),
  )
})

test('money accepts whole fen up to its limit', () => {
  const schema = money({ max: 100_00 })
  expect([0, 1, 100_00].filter((value) => !accepts(schema, value))).toEqual([])
  expect([-1, 0.5, 100_01, '12', null].filter((value) => accepts(schema, value))).toEqual([])
})

test('a date must exist in the calendar', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 9999 }),
      fc.integer({ min: 0, max: 13 }),
      fc.integer({ min: 0, max: 32 }),
      (year, month, day) => {
        const pad = (value: number, digits: number) => String(value).padStart(digits, '0')
        const wire = `${pad(year, 4)}-${pad(month, 2)}-${pad(day, 2)}`
        const at = new Date(0)
        at.setUTCFullYear(year, month - 1, day)
        const exists = year > 0 && at.getUTCMonth() === month - 1 && at.getUTCDate() === day
        expect(accepts(date(), wire), wire).toBe(exists)
      },
    ),
  )
  expect(accepts(date(), '2026-1-1')).toBe(false)
  expect(accepts(date(), '2026-01-01 00:00:00')).toBe(false)
})

test('an e-mail address is trimmed and its domain lower-cased', () => {
  expect(parsed(email(), '  Li.Lei@Example.COM ')).toBe('Li.Lei@example.com')
  for (const invalid of ['li.lei', 'a@b', 'a b@c.cn', '@c.cn', `a@${'b'.repeat(260)}.cn`])
    expect(accepts(email(), invalid), invalid).toBe(false)
  fc.assert(
    fc.property(fc.emailAddress(), (address) => {
      const normalised = parsed(email(), address)
      if (normalised !== undefined) expect(parsed(email(), normalised)).toBe(normalised)
    }),
  )
})

test('long text keeps its line breaks, normalised', () => {
  expect(parsed(longText({ max: 20 }), ' one\r\ntwo\rthree\nfour ')).toBe('one\ntwo\nthree\nfour')
  expect(accepts(longText({ max: 3 }), 'four')).toBe(false)
  expect(accepts(longText({ max: 3 }), ' \n ')).toBe(false)
})

test('a language code is any supported one; detection only where allowed', () => {
  for (const code of allCodes.split(' ')) expect(accepts(languageCode(), code), code).toBe(true)
  expect(accepts(languageCode(), 'auto')).toBe(false)
  expect(accepts(languageCode({ detect: true }), 'auto')).toBe(true)
  for (const invalid of ['', 'e', 'English', 'en_US', 'en-', '../en'])
    expect(accepts(languageCode(), invalid), invalid).toBe(false)
})

test('the title field of a reference is named after its id field', () => {
  expect(titleFieldOf('contactId')).toBe('contactTitle')
  expect(titleFieldOf('owner')).toBe('ownerTitle')
})

test('a text of a million characters is searched for links in time that grows with its length alone', () => {
  expect(containsLink('x'.repeat(1_000_000))).toBe(false)
})

const textsWithLinks =
  'https://evil.example/x|see www.evil|evil.com|EVIL.CO.UK now|a@evil.org|evil．com|ｅｖｉｌ.ｃｏｍ|' +
  'evil。com|evil｡cn|e\u200Bvil.c\u00ADom|例子.中国|xn--fsqu00a.xn--0zwm56d|mailto:x|请访问evil.top领取'

test.each(textsWithLinks.split('|'))(
  'a mailed text that contains a link is recognised: %s',
  (text) => {
    expect(containsLink(text)).toBe(true)
  },
)

test.each([
  '客户说付款没到账。已核实。',
  '订单 20260101.5，金额 ¥99.00。OK',
  'Paid twice. Refund ¥1.50, e.g. by card.',
  '/UserCenterOrder',
  '版本 1.2.3，3.5 GB',
])('a mailed text without a link passes: %s', (text) => {
  expect(containsLink(text)).toBe(false)
})
