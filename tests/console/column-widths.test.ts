/** Widths of a table's columns, which fill the table. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fitWidths } from '#console/engine/list/column-widths.ts'

const column = fc
  .record({
    least: fc.integer({ min: 20, max: 200 }),
    more: fc.integer({ min: 0, max: 300 }),
    growth: fc.integer({ min: 1, max: 300 }),
  })
  .map(({ least, more, growth }) => ({ least, usual: least + more, growth }))
const columns = fc.array(column, { minLength: 1, maxLength: 12 })
const sumOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0)

test('columns fill a table that is wide enough for their least widths, and none is narrower', () => {
  fc.assert(
    fc.property(columns, fc.integer({ min: 0, max: 2_000 }), (all, more) => {
      const available = sumOf(all.map(({ least }) => least)) + more
      const widths = fitWidths(all, available)
      expect(sumOf(widths)).toBeCloseTo(available, 6)
      widths.forEach((width, index) =>
        expect(width).toBeGreaterThanOrEqual(all[index]!.least - 1e-6),
      )
    }),
  )
})

test('in a table too narrow for the least widths, columns have these, and the table scrolls', () => {
  fc.assert(
    fc.property(columns, (all) => {
      expect(fitWidths(all, 10).map((width) => Math.round(width))).toEqual(
        all.map(({ least }) => least),
      )
    }),
  )
})

test('columns whose width the user has set neither grow nor shrink while others can', () => {
  const set = { least: 240, usual: 240, growth: 0 }
  const name = { least: 70, usual: 130, growth: 130 }
  expect(fitWidths([set, name, name], 800)).toEqual([240, 280, 280])
  expect(fitWidths([set, name, name], 440)).toEqual([240, 100, 100])
})
