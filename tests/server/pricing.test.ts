/**
 * Value arithmetic: conversions never gain and lose only rounding, and early renewal loses no time.
 */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  buildPriceList,
  convertByValue,
  type Rate,
  computeOrderAmount,
} from '#server/features/packages/price-list.ts'
import {
  ExceedsLimit,
  minutesLeft,
  currentEntitlement,
  type Entitlement,
} from '#server/features/packages/entitlement.ts'
import { extendEntitlement, applyOrder } from '#server/features/packages/apply-order.ts'
import {
  convertChars,
  convertEntitlement,
  type ConversionTarget,
} from '#server/features/packages/convert-entitlement.ts'

const now = new Date('2026-11-21T08:00:00Z')
const minute = 60_000
const inMinutes = (count: number) => new Date(now.getTime() + count * minute)

type Value = { over: bigint; under: bigint }
const valueOf = (amount: number, { cents, per }: Rate): Value => ({
  over: BigInt(amount) * BigInt(cents),
  under: BigInt(per),
})
const addValues = (a: Value, b: Value): Value => ({
  over: a.over * b.under + b.over * a.under,
  under: a.under * b.under,
})
const isMore = (a: Value, b: Value) => a.over * b.under > b.over * a.under

const ids = ['1', '2', '3', '4'] as const
/** Prices of channels that are all sold by time, some by several packages. */
const someChannels = fc.array(fc.integer({ min: 100, max: 100_000 }), {
  minLength: ids.length,
  maxLength: ids.length,
})
const somePackage = fc.record({
  num: fc.integer({ min: 1_000, max: 50_000 }),
  priceCents: fc.integer({ min: 1_000, max: 1_000_000 }),
})
const catalogue = fc
  .tuple(
    someChannels,
    fc.array(fc.tuple(somePackage, fc.option(somePackage)), {
      minLength: ids.length,
      maxLength: ids.length,
    }),
  )
  .map(([prices, packages]) => {
    const channels = prices.map((centsPerMillion, index) => ({ id: ids[index]!, centsPerMillion }))
    const byTime = packages.flatMap(([first, second], index) =>
      [first, ...(second ? [second] : [])].map((packageOf) => ({
        ...packageOf,
        billingMode: 'time' as const,
        channelId: ids[index]!,
        onSale: true,
      })),
    )
    return { prices: buildPriceList(channels, byTime), byTime }
  })
type Catalogue = typeof catalogue extends fc.Arbitrary<infer C> ? C : never

/** Well below the limits, which a separate test covers. */
const amount = fc.oneof(fc.integer({ min: 0, max: 50 }), fc.integer({ min: 0, max: 5_000_000 }))
const channelId = fc.constantFrom(...ids)
const target: fc.Arbitrary<ConversionTarget> = fc.record({
  mode: fc.constantFrom('char', 'time'),
  channelId,
})
const entitlement: fc.Arbitrary<Entitlement> = fc.oneof(
  fc.record({
    mode: fc.constant('char' as const),
    channelId,
    chars: amount,
    expiresAt: fc.constantFrom(null, inMinutes(1_000)),
  }),
  fc.record({
    mode: fc.constant('time' as const),
    channelId,
    chars: fc.oneof(fc.constant(0), amount),
    expiresAt: fc.oneof(
      fc.constant(null),
      fc
        .integer({ min: -5_000_000, max: 50_000 * minute })
        .map((ms) => new Date(now.getTime() + ms)),
    ),
  }),
)

/** Value of an entitlement by the catalogue, exact to the millisecond. */
function worth(
  { mode, channelId: channel, chars, expiresAt }: Entitlement,
  { prices }: Catalogue,
): Value {
  const left =
    mode === 'time' && expiresAt !== null ? Math.max(0, expiresAt.getTime() - now.getTime()) : 0
  const byMinute = prices.minutes.get(channel)!
  return addValues(
    valueOf(chars, prices.chars.get(channel)!),
    valueOf(left, { cents: byMinute.cents, per: byMinute.per * minute }),
  )
}

const unitOf = ({ mode, channelId: channel }: ConversionTarget, { prices }: Catalogue): Value =>
  mode === 'char'
    ? valueOf(1, prices.chars.get(channel)!)
    : valueOf(1, prices.minutes.get(channel)!)

test('a conversion loses less than one unit of each quantity and never gains', () => {
  fc.assert(
    fc.property(catalogue, entitlement, target, (all, from, to) => {
      const result = convertEntitlement(from, to, all.prices, now)
      expect(result).toMatchObject(to)
      const [before, after] = [worth(from, all), worth(result, all)]
      expect(isMore(after, before)).toBe(false)
      // At most the rest of the current minute, one unit of the result, and one character if a time
      // plan has some.
      let bound = addValues(
        unitOf(to, all),
        unitOf({ mode: 'time', channelId: from.channelId }, all),
      )
      if (to.mode === 'time' && from.mode === 'time')
        bound = addValues(bound, unitOf({ mode: 'char', channelId: to.channelId }, all))
      expect(isMore(before, addValues(after, bound))).toBe(false)
    }),
    { numRuns: 2_000 },
  )
})

test('no sequence of conversions gains value', () => {
  fc.assert(
    fc.property(
      catalogue,
      entitlement,
      fc.array(target, { minLength: 2, maxLength: 30 }),
      (all, from, path) => {
        const final = [...path, from].reduce<Entitlement>(
          (current, to) =>
            convertEntitlement(
              current,
              { mode: to.mode, channelId: to.channelId },
              all.prices,
              now,
            ),
          from,
        )
        expect(final.chars <= from.chars || from.mode === 'time').toBe(true)
        expect(isMore(worth(final, all), worth(from, all))).toBe(false)
        if (from.mode === 'char') expect(final.chars).toBeLessThanOrEqual(from.chars)
      },
    ),
    { numRuns: 1_000 },
  )
})

test('transfers between channel changes gain nothing', () => {
  fc.assert(
    fc.property(
      catalogue,
      fc.array(amount, { minLength: 2, maxLength: 6 }),
      channelId,
      channelId,
      ({ prices }, accounts, a, b) => {
        const convertedApart = accounts.reduce(
          (sum, chars) => sum + convertChars(chars, a, b, prices),
          0,
        )
        const convertedTogether = convertChars(
          accounts.reduce((sum, chars) => sum + chars, 0),
          a,
          b,
          prices,
        )
        expect(convertedApart).toBeLessThanOrEqual(convertedTogether)
        expect(convertedTogether - convertedApart).toBeLessThan(accounts.length)
      },
    ),
  )
})

test('orders in any sequence never yield more value than was paid', () => {
  fc.assert(
    fc.property(
      catalogue,
      fc.array(fc.tuple(fc.nat(), fc.integer({ min: 1, max: 3 }), target), { maxLength: 12 }),
      (all, steps) => {
        const onSale = [
          ...all.byTime,
          ...[...all.prices.chars].map(([id, { cents, per }]) => ({
            billingMode: 'char' as const,
            channelId: id,
            num: per,
            priceCents: cents,
          })),
        ]
        let bought: Entitlement = { mode: 'char', channelId: '1', chars: 0, expiresAt: null }
        let paid: Value = { over: 0n, under: 1n }
        for (const [index, salesNum, switchTo] of steps) {
          const { num, priceCents, ...of } = onSale[index % onSale.length]!
          paid = addValues(paid, {
            over: BigInt(computeOrderAmount(priceCents, salesNum)),
            under: 1n,
          })
          bought = applyOrder(bought, { ...of, num: num * salesNum }, all.prices, now).after
          bought = convertEntitlement(
            bought,
            { mode: bought.mode, channelId: switchTo.channelId },
            all.prices,
            now,
          )
          expect(isMore(worth(bought, all), paid)).toBe(false)
        }
      },
    ),
    { numRuns: 1_000 },
  )
})

test('early renewal extends the current end, late renewal starts now', () => {
  const bought = { channelId: '1', billingMode: 'time' as const, num: 43_200 }
  fc.assert(
    fc.property(
      fc.integer({ min: -100_000_000, max: 100_000_000_000 }),
      fc.integer({ min: 1, max: 12 }),
      (ms, packages) => {
        const from: Entitlement = {
          mode: 'time',
          channelId: '1',
          chars: 0,
          expiresAt: new Date(now.getTime() + ms),
        }
        const renewed = extendEntitlement(from, { ...bought, num: bought.num * packages }, now)
        expect(renewed.expiresAt!.getTime()).toBe(
          Math.max(now.getTime(), from.expiresAt!.getTime()) + packages * 43_200 * minute,
        )
      },
    ),
  )
})

test('between channels with equal prices, time and characters convert one to one', () => {
  const prices = buildPriceList(
    [
      { id: '1', centsPerMillion: 9_900 },
      { id: '2', centsPerMillion: 9_900 },
    ],
    ['1', '2'].map((id) => ({
      billingMode: 'time',
      channelId: id,
      num: 43_200,
      priceCents: 15_900,
      onSale: true,
    })),
  )
  const until = new Date(now.getTime() + 98_765_432)
  expect(
    convertEntitlement(
      { mode: 'time', channelId: '1', chars: 7, expiresAt: until },
      { mode: 'time', channelId: '2' },
      prices,
      now,
    ),
  ).toEqual({
    mode: 'time',
    channelId: '2',
    chars: 7,
    expiresAt: until,
  })
  expect(convertChars(12_345, '1', '2', prices)).toBe(12_345)
})

test('the largest numbers neither overflow nor gain', () => {
  const maxInteger = Number.MAX_SAFE_INTEGER
  expect(
    convertByValue([{ amount: maxInteger, rate: { cents: 2_147_483_647, per: 1 } }], {
      cents: 1,
      per: maxInteger,
    }),
  ).toBeGreaterThan(maxInteger)
  expect(
    convertByValue([{ amount: maxInteger, rate: { cents: 39_900, per: 1_000_000 } }], {
      cents: 39_900,
      per: 1_000_000,
    }),
  ).toBe(maxInteger)
  expect(
    convertByValue([{ amount: maxInteger, rate: { cents: 9_900, per: 1_000_000 } }], {
      cents: 39_900,
      per: 1_000_000,
    }),
  ).toBe(2_234_868_988_018_441)
  const prices = buildPriceList(
    [{ id: '1', centsPerMillion: 1_000_000 }],
    [{ billingMode: 'time', channelId: '1', num: 1_000_000, priceCents: 1, onSale: true }],
  )
  const all: Entitlement = { mode: 'char', channelId: '1', chars: maxInteger, expiresAt: null }
  expect(() => convertEntitlement(all, { mode: 'time', channelId: '1' }, prices, now)).toThrow(
    ExceedsLimit,
  )
  expect(() =>
    extendEntitlement(all, { channelId: '1', billingMode: 'char', num: 1 }, now),
  ).toThrow(ExceedsLimit)
  const last = new Date('9999-12-30T00:00:00.000Z')
  const time: Entitlement = {
    mode: 'time',
    channelId: '1',
    chars: 0,
    expiresAt: new Date(last.getTime() - minute),
  }
  const minutes = (num: number) =>
    extendEntitlement(time, { channelId: '1', billingMode: 'time', num }, now)
  expect(minutes(1).expiresAt).toEqual(last)
  for (const num of [2, maxInteger]) expect(() => minutes(num)).toThrow(ExceedsLimit)
})

test('minutes are valued at the cheapest rate on sale, else at a withdrawn one, never at 0', () => {
  const packageOf = (num: number, priceCents: number, onSale: boolean, id = '1') => ({
    billingMode: 'time' as const,
    channelId: id,
    num,
    priceCents,
    onSale,
  })
  const byChar = {
    billingMode: 'char' as const,
    channelId: '1',
    num: 1,
    priceCents: 1,
    onSale: true,
  }
  const { minutes } = buildPriceList(
    [],
    [
      packageOf(30, 60, true),
      byChar,
      packageOf(30, 50, true),
      packageOf(30, 10, false),
      packageOf(30, 0, true),
      packageOf(30, 70, false, '2'),
      packageOf(30, 65, false, '2'),
    ],
  )
  expect(Object.fromEntries(minutes)).toEqual({
    '1': { cents: 50, per: 30, onSale: true },
    '2': { cents: 65, per: 30, onSale: false },
  })
})

test('reserved characters stay characters when the rest is converted into time', () => {
  const time = { billingMode: 'time' as const, num: 43_200, priceCents: 15_900, onSale: true }
  const prices = buildPriceList(
    [
      { id: '1', centsPerMillion: 10_000 },
      { id: '2', centsPerMillion: 20_000 },
    ],
    ['1', '2'].map((id) => ({ ...time, channelId: id })),
  )
  const from: Entitlement = {
    mode: 'char',
    channelId: '1',
    chars: 1_000_000,
    expiresAt: null,
    reservedChars: 5_001,
  }
  const result = convertEntitlement(from, { mode: 'time', channelId: '2' }, prices, now)
  expect(result).toEqual({
    mode: 'time',
    channelId: '2',
    chars: 2_500,
    expiresAt: inMinutes(Math.floor((9_949.99 * 43_200) / 15_900)),
  })
  expect(
    convertEntitlement(
      { ...from, reservedChars: 2_000_000 },
      { mode: 'time', channelId: '1' },
      prices,
      now,
    ),
  ).toMatchObject({ chars: 1_000_000, expiresAt: null })
})

test('trial characters count until they expire, and buying characters removes the expiry', () => {
  const prices = buildPriceList([{ id: '1', centsPerMillion: 9_900 }], [])
  const trial: Entitlement = {
    mode: 'char',
    channelId: '1',
    chars: 10_000,
    expiresAt: inMinutes(5),
  }
  const bought = { channelId: '1', billingMode: 'char' as const, num: 1_000 }
  expect(applyOrder(trial, bought, prices, now)).toEqual({
    converted: null,
    after: { ...trial, chars: 11_000, expiresAt: null },
  })
  expect(applyOrder(trial, bought, prices, inMinutes(5))).toEqual({
    converted: null,
    after: { ...trial, chars: 1_000, expiresAt: null },
  })
  expect(currentEntitlement(trial, inMinutes(5)).chars).toBe(0)
  expect(minutesLeft(trial, now)).toBe(0)
})
