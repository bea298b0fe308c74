/**
 * The arithmetic of value: nothing is gained by going back and forth, nothing is lost beyond
 * rounding, early renewal loses no day.
 */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  priceList,
  worthIn,
  type Rate,
  ExceedsLimit,
  extended,
  afterOrder,
  charactersOn,
  minutesLeft,
  currentEntitlement,
  priceOfOrder,
  converted,
  type Entitlement,
  type Target,
} from '#server/features/packages/service.ts'

const now = new Date('2026-11-21T08:00:00Z')
const minute = 60_000
const inMinutes = (count: number) => new Date(now.getTime() + count * minute)

type Value = { over: bigint; under: bigint }
const times = (amount: number, { cents, per }: Rate): Value => ({
  over: BigInt(amount) * BigInt(cents),
  under: BigInt(per),
})
const plus = (a: Value, b: Value): Value => ({
  over: a.over * b.under + b.over * a.under,
  under: a.under * b.under,
})
const isMore = (a: Value, b: Value) => a.over * b.under > b.over * a.under

const ids = ['1', '2', '3', '4'] as const
/** Prices of channels that are all sold by time, some of them by several packages. */
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
      [first, ...(second ? [second] : [])].map((sold) => ({
        ...sold,
        billingMode: 'time' as const,
        channelId: ids[index]!,
        onSale: true,
      })),
    )
    return { prices: priceList(channels, byTime), byTime }
  })
type Catalogue = typeof catalogue extends fc.Arbitrary<infer C> ? C : never

/** Kept far from the largest number and the last moment, which are a case of their own. */
const amount = fc.oneof(fc.integer({ min: 0, max: 50 }), fc.integer({ min: 0, max: 5_000_000 }))
const channelId = fc.constantFrom(...ids)
const target: fc.Arbitrary<Target> = fc.record({ mode: fc.constantFrom('char', 'time'), channelId })
const standing: fc.Arbitrary<Entitlement> = fc.oneof(
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

/** All that a standing is worth by the catalogue, to the millisecond. */
function worth(
  { mode, channelId: channel, chars, expiresAt }: Entitlement,
  { prices }: Catalogue,
): Value {
  const left =
    mode === 'time' && expiresAt !== null ? Math.max(0, expiresAt.getTime() - now.getTime()) : 0
  const byMinute = prices.minutes.get(channel)!
  return plus(
    times(chars, prices.chars.get(channel)!),
    times(left, { cents: byMinute.cents, per: byMinute.per * minute }),
  )
}

const unitOf = ({ mode, channelId: channel }: Target, { prices }: Catalogue): Value =>
  mode === 'char' ? times(1, prices.chars.get(channel)!) : times(1, prices.minutes.get(channel)!)

test('a conversion loses less than one unit of each quantity and never gains', () => {
  fc.assert(
    fc.property(catalogue, standing, target, (all, from, to) => {
      const became = converted(from, to, all.prices, now)
      expect(became).toMatchObject(to)
      const [before, after] = [worth(from, all), worth(became, all)]
      expect(isMore(after, before)).toBe(false)
      // The seconds of the minute that has begun, one unit of what it becomes, and one character
      // where a membership by time holds some.
      let bound = plus(unitOf(to, all), unitOf({ mode: 'time', channelId: from.channelId }, all))
      if (to.mode === 'time' && from.mode === 'time')
        bound = plus(bound, unitOf({ mode: 'char', channelId: to.channelId }, all))
      expect(isMore(before, plus(after, bound))).toBe(false)
    }),
    { numRuns: 2_000 },
  )
})

test('no sequence of switches and turns gains anything, however long', () => {
  fc.assert(
    fc.property(
      catalogue,
      standing,
      fc.array(target, { minLength: 2, maxLength: 30 }),
      (all, from, path) => {
        const back = [...path, from].reduce<Entitlement>(
          (each, to) =>
            converted(each, { mode: to.mode, channelId: to.channelId }, all.prices, now),
          from,
        )
        expect(back.chars <= from.chars || from.mode === 'time').toBe(true)
        expect(isMore(worth(back, all), worth(from, all))).toBe(false)
        if (from.mode === 'char') expect(back.chars).toBeLessThanOrEqual(from.chars)
      },
    ),
    { numRuns: 1_000 },
  )
})

test('transfers between channel changes gain nothing, since all accounts convert alike', () => {
  fc.assert(
    fc.property(
      catalogue,
      fc.array(amount, { minLength: 2, maxLength: 6 }),
      channelId,
      channelId,
      ({ prices }, accounts, a, b) => {
        const apart = accounts.reduce((sum, chars) => sum + charactersOn(chars, a, b, prices), 0)
        const together = charactersOn(
          accounts.reduce((sum, chars) => sum + chars, 0),
          a,
          b,
          prices,
        )
        expect(apart).toBeLessThanOrEqual(together)
        expect(together - apart).toBeLessThan(accounts.length)
      },
    ),
  )
})

test('whatever is bought in whatever order, nobody ever holds more than was paid', () => {
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
        let now_: Entitlement = { mode: 'char', channelId: '1', chars: 0, expiresAt: null }
        let paid: Value = { over: 0n, under: 1n }
        for (const [index, salesNum, switchTo] of steps) {
          const { num, priceCents, ...of } = onSale[index % onSale.length]!
          paid = plus(paid, { over: BigInt(priceOfOrder(priceCents, salesNum)), under: 1n })
          now_ = afterOrder(now_, { ...of, num: num * salesNum }, all.prices, now).after
          now_ = converted(
            now_,
            { mode: now_.mode, channelId: switchTo.channelId },
            all.prices,
            now,
          )
          expect(isMore(worth(now_, all), paid)).toBe(false)
        }
      },
    ),
    { numRuns: 1_000 },
  )
})

test('early renewal loses not a millisecond, late renewal starts now', () => {
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
        const renewed = extended(from, { ...bought, num: bought.num * packages }, now)
        expect(renewed.expiresAt!.getTime()).toBe(
          Math.max(now.getTime(), from.expiresAt!.getTime()) + packages * 43_200 * minute,
        )
      },
    ),
  )
})

test('prices that are alike make one-to-one of a switch, to the second', () => {
  const prices = priceList(
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
    converted(
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
  expect(charactersOn(12_345, '1', '2', prices)).toBe(12_345)
})

test('the largest numbers neither overflow nor gain', () => {
  const most = Number.MAX_SAFE_INTEGER
  expect(
    worthIn([{ amount: most, rate: { cents: 2_147_483_647, per: 1 } }], { cents: 1, per: most }),
  ).toBeGreaterThan(most)
  expect(
    worthIn([{ amount: most, rate: { cents: 39_900, per: 1_000_000 } }], {
      cents: 39_900,
      per: 1_000_000,
    }),
  ).toBe(most)
  expect(
    worthIn([{ amount: most, rate: { cents: 9_900, per: 1_000_000 } }], {
      cents: 39_900,
      per: 1_000_000,
    }),
  ).toBe(2_234_868_988_018_441)
  const prices = priceList(
    [{ id: '1', centsPerMillion: 1_000_000 }],
    [{ billingMode: 'time', channelId: '1', num: 1_000_000, priceCents: 1, onSale: true }],
  )
  const all: Entitlement = { mode: 'char', channelId: '1', chars: most, expiresAt: null }
  expect(() => converted(all, { mode: 'time', channelId: '1' }, prices, now)).toThrow(ExceedsLimit)
  expect(() => extended(all, { channelId: '1', billingMode: 'char', num: 1 }, now)).toThrow(
    ExceedsLimit,
  )
  const last = new Date('9999-12-30T00:00:00.000Z')
  const time: Entitlement = {
    mode: 'time',
    channelId: '1',
    chars: 0,
    expiresAt: new Date(last.getTime() - minute),
  }
  const minutes = (num: number) => extended(time, { channelId: '1', billingMode: 'time', num }, now)
  expect(minutes(1).expiresAt).toEqual(last)
  for (const num of [2, most]) expect(() => minutes(num)).toThrow(ExceedsLimit)
})

test('minutes count at the cheapest rate on sale, else at a withdrawn one, never as a gift', () => {
  const sold = (num: number, priceCents: number, onSale: boolean, id = '1') => ({
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
  const { minutes } = priceList(
    [],
    [
      sold(30, 60, true),
      byChar,
      sold(30, 50, true),
      sold(30, 10, false),
      sold(30, 0, true),
      sold(30, 70, false, '2'),
      sold(30, 65, false, '2'),
    ],
  )
  expect(Object.fromEntries(minutes)).toEqual({
    '1': { cents: 50, per: 30, onSale: true },
    '2': { cents: 65, per: 30, onSale: false },
  })
})

test('what is set aside for translations under way stays characters, whatever is bought', () => {
  const time = { billingMode: 'time' as const, num: 43_200, priceCents: 15_900, onSale: true }
  const prices = priceList(
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
    setAside: 5_001,
  }
  const became = converted(from, { mode: 'time', channelId: '2' }, prices, now)
  expect(became).toEqual({
    mode: 'time',
    channelId: '2',
    chars: 2_500,
    expiresAt: inMinutes(Math.floor((9_949.99 * 43_200) / 15_900)),
  })
  expect(
    converted({ ...from, setAside: 2_000_000 }, { mode: 'time', channelId: '1' }, prices, now),
  ).toMatchObject({ chars: 1_000_000, expiresAt: null })
})

test('trial characters count until their day and not after, and their day goes when something is bought', () => {
  const prices = priceList([{ id: '1', centsPerMillion: 9_900 }], [])
  const trial: Entitlement = {
    mode: 'char',
    channelId: '1',
    chars: 10_000,
    expiresAt: inMinutes(5),
  }
  const bought = { channelId: '1', billingMode: 'char' as const, num: 1_000 }
  expect(afterOrder(trial, bought, prices, now)).toEqual({
    turned: null,
    after: { ...trial, chars: 11_000, expiresAt: null },
  })
  expect(afterOrder(trial, bought, prices, inMinutes(5))).toEqual({
    turned: null,
    after: { ...trial, chars: 1_000, expiresAt: null },
  })
  expect(currentEntitlement(trial, inMinutes(5)).chars).toBe(0)
  expect(minutesLeft(trial, now)).toBe(0)
})
