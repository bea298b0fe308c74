/** Where the bars of a chart stand, whatever the numbers. */
import { array, assert, constant, integer, oneof, property, record } from 'fast-check'
import { expect, test } from 'vitest'
import { layoutBars, margin, totalAt, type Series } from '#console/charts/stacked-bars.tsx'
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
const height = (segments: readonly { height: number }[]) =>
  segments.reduce((sum, segment) => sum + segment.height, 0)

test('bars are as high as their totals say, and stay inside the frame', () => {
  assert(
    property(anyChart, ({ days, series }) => {
      const { bars } = layoutBars(days, series, size)
      const top = Math.max(1, ...bars.map(({ total }) => total ?? 0))
      const scale = Math.max(...bars.map(({ segments }) => height(segments))) / top
      for (const [at, { segments, total, x, width }] of bars.entries()) {
        expect(total).toBe(totalAt(series, at))
        expect(height(segments)).toBeCloseTo((total ?? 0) * scale, 3)
        for (const segment of segments) expect(segment.y).toBeGreaterThanOrEqual(margin.top - 0.001)
        expect(
          Math.max(bottom, ...segments.map((segment) => segment.y + segment.height)),
        ).toBeCloseTo(bottom, 3)
        expect(x).toBeGreaterThanOrEqual(margin.left)
        expect(x + width).toBeLessThanOrEqual(size.width)
      }
    }),
  )
})

test('no two bars stand on each other', () => {
  assert(
    property(anyChart, ({ days, series }) => {
      const { bars } = layoutBars(days, series, size)
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
  const { bars } = layoutBars(daysUpTo('2026-11-21', 3), series, size)
  expect(bars.map(({ total }) => total)).toEqual([null, 0, 12])
  expect(bars.map(({ segments }) => segments.map(({ key }) => key))).toEqual([[], [], ['a', 'b']])
})

test('the last day is always named, and names have room', () => {
  for (const count of [1, 2, 7, 30, 40]) {
    const { labels } = layoutBars(daysUpTo('2026-11-21', count), [], size)
    expect(labels.at(-1)?.day).toBe('2026-11-21')
    for (const [at, label] of labels.slice(1).entries())
      expect(label.x - labels[at]!.x).toBeGreaterThanOrEqual(48)
  }
})

test('the scale counts in whole characters', () => {
  const { ticks } = layoutBars(['2026-11-21'], [{ key: 'a', label: 'A', values: [2] }], size)
  expect(ticks.map((tick) => tick.value)).toEqual([0, 1, 2])
})
