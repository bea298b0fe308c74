/** Where the bars of a chart stand, whatever the numbers. */
import { array, assert, constant, integer, oneof, property, record } from 'fast-check'
import { expect, test } from 'vitest'
import { layOut, margin, totalAt, type Series } from '#console/charts/stacked-bars.tsx'
import { daysUpTo } from '#console/features/overview/usage-shape.ts'

const size = { width: 800, height: 240 }
const bottom = size.height - margin.bottom
const value = oneof(integer({ min: 0, max: 5_000_000 }), constant(null))
const anyChart = record({
  count: integer({ min: 1, max: 40 }),
  series: integer({ min: 0, max: 8 }),
}).chain(({ count, series }) =>
  record({
    days: constant(daysUpTo('2026-11-21', count)),
    series: array(array(value, { minLength: count, maxLength: count }), {
      minLength: series,
      maxLength: series,
    }).map((all) =>
      all.map((values, at): Series => ({ key: `s${at}`, label: `Series ${at}`, values })),
    ),
  }),
)
const height = (parts: readonly { height: number }[]) =>
  parts.reduce((sum, part) => sum + part.height, 0)

test('bars are as high as their totals say, and stay inside the frame', () => {
  assert(
    property(anyChart, ({ days, series }) => {
      const { bars } = layOut(days, series, size)
      const top = Math.max(1, ...bars.map(({ total }) => total ?? 0))
      const scale = Math.max(...bars.map(({ parts }) => height(parts))) / top
      for (const [at, { parts, total, x, width }] of bars.entries()) {
        expect(total).toBe(totalAt(series, at))
        expect(height(parts)).toBeCloseTo((total ?? 0) * scale, 3)
        for (const part of parts) expect(part.y).toBeGreaterThanOrEqual(margin.top - 0.001)
        expect(Math.max(bottom, ...parts.map((part) => part.y + part.height))).toBeCloseTo(
          bottom,
          3,
        )
        expect(x).toBeGreaterThanOrEqual(margin.left)
        expect(x + width).toBeLessThanOrEqual(size.width)
      }
    }),
  )
})

test('no two bars stand on each other', () => {
  assert(
    property(anyChart, ({ days, series }) => {
      const { bars } = layOut(days, series, size)
      for (const [at, bar] of bars.slice(1).entries())
        expect(bar.x).toBeGreaterThanOrEqual(bars[at]!.x + bars[at]!.width)
    }),
  )
})

test('a day without data has no total, a day without use has zero', () => {
  const series: Series[] = [
    { key: 'a', label: 'A', values: [null, 0, 5] },
    { key: 'b', label: 'B', values: [null, null, 7] },
  ]
  const { bars } = layOut(daysUpTo('2026-11-21', 3), series, size)
  expect(bars.map(({ total }) => total)).toEqual([null, 0, 12])
  expect(bars.map(({ parts }) => parts.map(({ key }) => key))).toEqual([[], [], ['a', 'b']])
})

test('the last day is always named, and names have room', () => {
  for (const count of [1, 2, 7, 30, 40]) {
    const { labels } = layOut(daysUpTo('2026-11-21', count), [], size)
    expect(labels.at(-1)?.day).toBe('2026-11-21')
    for (const [at, label] of labels.slice(1).entries())
      expect(label.x - labels[at]!.x).toBeGreaterThanOrEqual(48)
  }
})

test('the scale counts in whole characters', () => {
  const { ticks } = layOut(['2026-11-21'], [{ key: 'a', label: 'A', values: [2] }], size)
  expect(ticks.map((tick) => tick.value)).toEqual([0, 1, 2])
})
