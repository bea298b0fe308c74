/**
 * Vendors' formats: amounts in yuan convert without rounding, and times are read in China's time
 * zone.
 */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  parseChinaTime,
  formatCompact,
  formatRfc3339,
  formatSpaced,
  parseCents,
  formatYuan,
} from '#server/features/orders/payment/vendor-client.ts'

const amounts = fc.oneof(fc.nat(100_000), fc.integer({ min: 0, max: 999_999_999_999 }))

test('every amount survives conversion to yuan and back, as text and as JSON number', () => {
  fc.assert(
    fc.property(amounts, (cents) => {
      const text = formatYuan(cents)
      expect(text).toMatch(/^\d+\.\d\d$/)
      expect(parseCents(text)).toBe(cents)
      expect(parseCents(JSON.parse(JSON.stringify(Number(text))) as number)).toBe(cents)
    }),
  )
})

test('consecutive amounts differ by one fen in yuan', () => {
  fc.assert(
    fc.property(amounts, (cents) => {
      expect(
        BigInt(formatYuan(cents + 1).replace('.', '')) - BigInt(formatYuan(cents).replace('.', '')),
      ).toBe(1n)
    }),
  )
})

test.each([
  ['0', 0],
  ['0.01', 1],
  ['0.1', 10],
  ['19.9', 1990],
  ['19.90', 1990],
  ['19.900', 1990],
  ['1999', 199_900],
  [19.9, 1990],
  [0.29, 29],
  ['0.001', undefined],
  ['1e3', undefined],
  ['-1', undefined],
  ['1,000.00', undefined],
  ['', undefined],
  [' 1', undefined],
  [Number.NaN, undefined],
])('%o yuan are %o fen', (yuan, cents) => {
  expect(parseCents(yuan)).toBe(cents)
})

test.each([-1, 0.5, Number.NaN, 2 ** 53])('%d fen are refused', (cents) => {
  expect(() => formatYuan(cents)).toThrow(RangeError)
})

test('every second survives each of the three time formats', () => {
  fc.assert(
    fc.property(fc.integer({ min: Date.UTC(2000, 0), max: Date.UTC(2099, 0) }), (ms) => {
      const at = new Date(ms - (ms % 1000))
      for (const formatted of [formatRfc3339(at), formatSpaced(at), formatCompact(at)])
        expect(parseChinaTime(formatted)).toEqual(at)
    }),
  )
})

test('times are formatted in Shanghai time, and invalid ones are undefined', () => {
  expect(formatSpaced(new Date('2026-01-31T16:00:05Z'))).toBe('2026-02-01 00:00:05')
  expect(parseChinaTime('2026-02-30T00:00')).toBeUndefined()
  expect(parseChinaTime('yesterday')).toBeUndefined()
})
