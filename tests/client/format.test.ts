/** Formatting of money, counts and quotas, with property tests. */
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  exactCount,
  localName,
  packageQuota,
  shortCount,
  unitPrice,
  yuan,
} from '#client/i18n/format.ts'

const digits = (text: string) => text.replace(/[^\d]/g, '')

test.each([
  [0, '¥0.00'],
  [5, '¥0.05'],
  [100, '¥1.00'],
  [123_450, '¥1,234.50'],
  [-123_456_789, '−¥1,234,567.89'],
  [Number.MAX_SAFE_INTEGER, '¥90,071,992,547,409.91'],
])('%i fen are %s in both languages', (cents, text) => {
  expect(yuan(cents, 'zh')).toBe(text)
  expect(yuan(cents, 'en')).toBe(text)
})

test('formatted amounts are exact to the fen', () => {
  fc.assert(
    fc.property(fc.maxSafeInteger(), (cents) => {
      const text = yuan(cents, 'zh')
      expect(BigInt(digits(text)) * (text.startsWith('−') ? -1n : 1n)).toBe(BigInt(cents))
      expect(text).toMatch(/^−?¥\d{1,3}(,\d{3})*\.\d\d$/)
    }),
  )
})

test.each([
  [9_900_000, 1_000_000, '¥0.099'],
  [19_950_000, 1_000_000, '¥0.20'],
  [10_000, 1_000, '¥0.10'],
  [15_900 * 1_440, 43_200, '¥5.30'],
  [0, 1, '¥0.00'],
])('%i fen for %i units are %s a unit', (cents, units, text) => {
  expect(unitPrice(cents, units, 'en')).toBe(text)
})

test('a unit price is within half of its last digit of the quotient', () => {
  fc.assert(
    fc.property(
      fc.nat(1_000_000_000_000),
      fc.integer({ min: 1, max: 10_000_000 }),
      (cents, units) => {
        const shown = unitPrice(cents, units, 'en')
        const decimals = shown.split('.')[1]!.length
        const fen = Number(shown.replace(/[¥,]/g, '')) * 100
        expect(Math.abs(fen - cents / units)).toBeLessThanOrEqual(
          decimals === 3 ? (fen === 0.1 ? 0.1 : 0.051) : 0.501,
        )
      },
    ),
  )
})

test('an exact count keeps every digit', () => {
  fc.assert(
    fc.property(fc.maxSafeNat(), (value) => {
      expect(digits(exactCount(value, 'en'))).toBe(String(value))
    }),
  )
})

test.each([
  [0, '0', '0'],
  [9_999, '9,999', '9,999'],
  [10_000, '1万', '10,000'],
  [12_345, '1.23万', '12,345'],
  [19_999, '1.99万', '19,999'],
  [-12_345, '−1.23万', '−12,345'],
  [450_000_000, '4.5亿', '450,000,000'],
])('%i abbreviated is %s in zh and %s in en', (value, zh, en) => {
  expect(shortCount(value, 'zh')).toBe(zh)
  expect(shortCount(value, 'en')).toBe(en)
})

test('an abbreviated count is rounded down by less than a hundredth of its unit', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 99_999_999 }), (value) => {
      const [, number, unit] = /^([\d.,]+)(万?)$/.exec(shortCount(value, 'zh'))!
      const hundredths = Math.round(Number(number!.replaceAll(',', '')) * 100) * (unit ? 10_000 : 1)
      expect(hundredths).toBeLessThanOrEqual(value * 100)
      expect(value * 100 - hundredths).toBeLessThan(unit ? 10_000 : 1)
    }),
  )
})

test.each([
  [9_999, 'char', { unit: 'characters', amount: '9,999' }, { unit: 'characters', amount: '9,999' }],
  [10_000, 'char', { unit: 'characters', amount: '1万' }, { unit: 'characters', amount: '10,000' }],
  [
    1_000_000,
    'char',
    { unit: 'characters', amount: '100万' },
    { unit: 'characters', amount: '1,000,000' },
  ],
  [
    15_501,
    'char',
    { unit: 'characters', amount: '1.5501万' },
    { unit: 'characters', amount: '15,501' },
  ],
  [43_200, 'time', { unit: 'months', amount: '1' }, { unit: 'months', amount: '1' }],
  [64_800, 'time', { unit: 'months', amount: '1.5' }, { unit: 'months', amount: '1.5' }],
] as const)('a package of %i by %s holds %o in zh and %o in en', (num, mode, zh, en) => {
  expect(packageQuota(num, mode, 'zh')).toEqual(zh)
  expect(packageQuota(num, mode, 'en')).toEqual(en)
})

test.each(['zh', 'en'] as const)(
  'the quota of a package is formatted without loss in %s',
  (lang) => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1_000_000_000 }), (num) => {
        const { amount } = packageQuota(num, 'char', lang)
        const [whole, fraction = ''] = amount.replaceAll(/[,万]/g, '').split('.')
        expect(
          amount.endsWith('万')
            ? Number(whole) * 10_000 + Number(fraction.padEnd(4, '0'))
            : Number(whole),
        ).toBe(num)
      }),
    )
  },
)

test('a name without an English one falls back to Chinese', () => {
  expect(localName({ name: '标准版', enName: 'Standard' }, 'en')).toBe('Standard')
  expect(localName({ name: '标准版', enName: 'Standard' }, 'zh')).toBe('标准版')
  expect(localName({ name: '标准版', enName: null }, 'en')).toBe('标准版')
})
