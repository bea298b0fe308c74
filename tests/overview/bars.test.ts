/** Layout of the bar chart for any data. */
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
    }).map((seriesValues) =>
      seriesValues.map((values, index): Series => ({
        key: `s${index}`,
        label: `Series ${index}`,
        values,
      })),
    ),
  }),
)
const height = (segments: readonly { height: number }[]) =>
  segments.reduce((sum, segment) => sum + segment.height, 0)

test('bar heights are proportional to the totals and stay inside the frame', () => {
  assert(
    property(anyChart, ({ days, series }) => {
      const { bars } = layoutBars(days, series, size)
      const top = Math.max(1, ...bars.map(({ total }) => total ?? 0))
      const scale = Math.max(...bars.map(({ segments }) => height(segments))) / top
      for (const [index, { segments, total, x, width }] of bars.entries()) {
        expect(total).toBe(totalAt(series, index))
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

test('bars do not overlap', () => {
  assert(
    property(anyChart, ({ days, series }) => {
      const { bars } = layoutBars(days, series, size)
      for (const [index, bar] of bars.slice(1).entries())
        expect(bar.x).toBeGreaterThanOrEqual(bars[index]!.x + bars[index]!.width)
    }),
  )
})

test('a day without data has no total, a day without usage has zero', () => {
  const series: Series[] = [
    { key: 'a', label: 'A', values: [null, 0, 5] },
    { key: 'b', label: 'B', values: [null, null, 7] },
  ]
  const { bars } = layoutBars(daysUpTo('2026-11-21', 3), series, size)
  expect(bars.map(({ total }) => total)).toEqual([null, 0, 12])
  expect(bars.map(({ segments }) => segments.map(({ key }) => key))).toEqual([[], [], ['a', 'b']])
})

test('the last day has a label, and labels do not overlap', () => {
  for (const count of [1, 2, 7, 30, 40]) {
    const { labels } = layoutBars(daysUpTo('2026-11-21', count), [], size)
    expect(labels.at(-1)?.day).toBe('2026-11-21')
    for (const [index, label] of labels.slice(1).entries())
      expect(label.x - labels[index]!.x).toBeGreaterThanOrEqual(48)
  }
})

test('the scale has whole numbers only', () => {
  const { ticks } = layoutBars(['2026-11-21'], [{ key: 'a', label: 'A', values: [2] }], size)
  expect(ticks.map((tick) => tick.value)).toEqual([0, 1, 2])
})
