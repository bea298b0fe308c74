/** Arithmetic of distribution, as property tests. */
import { array, assert, constantFrom, integer, property, record } from 'fast-check'
import { expect, test } from 'vitest'
import {
  validationError,
  maxAmount,
  zeroAmounts,
  preview,
  units,
  type Amounts,
  type Move,
} from '#console/features/distribution/balance.ts'

const count = integer({ min: 0, max: 2 ** 40 })
const amounts = record({ chars: count, voices: count, images: count })
const accounts = {
  direction: constantFrom('distribute' as const, 'reclaim' as const),
  main: amounts,
  subs: array(amounts, { minLength: 1, maxLength: 20 }),
}
const anyMove = record({ ...accounts, each: amounts })
/** Valid transfers: a share of the maximum. */
const validMove = record({
  ...accounts,
  shares: record({
    chars: integer({ min: 0, max: 100 }),
    voices: integer({ min: 0, max: 100 }),
    images: integer({ min: 0, max: 100 }),
  }),
}).map(({ shares, ...parties }): Move => ({
  ...parties,
  each: Object.fromEntries(
    units.map((unit) => [unit, Math.floor((maxAmount(parties, unit) / 100) * shares[unit])]),
  ) as Amounts,
}))

const sum = (numbers: readonly number[]) => numbers.reduce((total, value) => total + value, 0)

test('every transfer keeps the total', () => {
  assert(
    property(anyMove, constantFrom(...units), (move, unit) => {
      const { main, subs } = preview(move, unit)
      expect(main.after + sum(subs.map(({ after }) => after))).toBe(
        main.before + sum(subs.map(({ before }) => before)),
      )
    }),
  )
})

test('before is the current balance, and every sub-account changes by the same amount', () => {
  assert(
    property(anyMove, constantFrom(...units), (move, unit) => {
      const { main, subs } = preview(move, unit)
      expect(main.before).toBe(move.main[unit])
      expect(subs.map(({ before }) => before)).toEqual(move.subs.map((sub) => sub[unit]))
      const step = move.direction === 'distribute' ? move.each[unit] : -move.each[unit]
      expect(subs.every(({ before, after }) => after - before === step)).toBe(true)
    }),
  )
})

test('a valid transfer leaves no negative balance', () => {
  assert(
    property(validMove, (move) => {
      expect([undefined, 'nothing']).toContain(validationError(move))
      for (const unit of units) {
        const { main, subs } = preview(move, unit)
        expect(Math.min(main.after, ...subs.map(({ after }) => after))).toBeGreaterThanOrEqual(0)
      }
    }),
  )
})

test('the maximum amount is valid, one more is not', () => {
  assert(
    property(record(accounts), constantFrom(...units), (parties, unit) => {
      const limit = maxAmount(parties, unit)
      const errorFor = (amount: number) =>
        validationError({ ...parties, each: { ...zeroAmounts, [unit]: amount } })
      expect(errorFor(limit)).toBe(limit === 0 ? 'nothing' : undefined)
      expect(errorFor(limit + 1)).toEqual({ shortUnits: [unit] })
    }),
  )
})

test('a validation error lists every insufficient unit in the order of the tabs', () => {
  const main = { chars: 10, voices: 10, images: 0 }
  const subs = [zeroAmounts, zeroAmounts]
  expect(
    validationError({
      direction: 'distribute',
      main,
      subs,
      each: { chars: 6, voices: 5, images: 1 },
    }),
  ).toEqual({ shortUnits: ['chars', 'images'] })
  expect(
    validationError({
      direction: 'distribute',
      main,
      subs,
      each: { chars: 5, voices: 5, images: 0 },
    }),
  ).toBeUndefined()
  expect(
    validationError({
      direction: 'reclaim',
      main,
      subs: [main, zeroAmounts],
      each: { chars: 1, voices: 0, images: 0 },
    }),
  ).toEqual({ shortUnits: ['chars'] })
})

test('the maximum is an equal share when distributing, the lowest balance when reclaiming', () => {
  const main = { chars: 100_001, voices: 7, images: 1 }
  const subs = [
    { chars: 30, voices: 0, images: 2 },
    { chars: 20, voices: 9, images: 3 },
  ]
  expect(units.map((unit) => maxAmount({ direction: 'distribute', main, subs }, unit))).toEqual([
    50_000, 3, 0,
  ])
  expect(units.map((unit) => maxAmount({ direction: 'reclaim', main, subs }, unit))).toEqual([
    20, 0, 2,
  ])
  expect(maxAmount({ direction: 'distribute', main, subs: [] }, 'chars')).toBe(0)
})
