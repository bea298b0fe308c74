/** Layout of a stacked bar chart: converts daily values of several series to pixel positions. */
import { scaleBand, scaleLinear } from 'd3-scale'
import { stack } from 'd3-shape'

/** One value per day; null means no data, which is distinct from zero. */
export type Series = {
  readonly key: string
  readonly label: string
  readonly values: readonly (number | null)[]
}
export type Size = { readonly width: number; readonly height: number }

export type Part = { readonly key: string; readonly y: number; readonly height: number }
export type Bar = {
  readonly day: string
  readonly x: number
  readonly width: number
  /** Null on a day without data. */
  readonly total: number | null
  /** Stacked from the bottom up, without segments of zero height. */
  readonly parts: readonly Part[]
}
export type Layout = {
  readonly bars: readonly Bar[]
  readonly ticks: readonly { readonly value: number; readonly y: number }[]
  /** Days whose label fits on the axis. */
  readonly labels: readonly { readonly day: string; readonly x: number }[]
}

/** Pixels around the bars, for the value axis on the left and the day axis below. */
export const margin = { top: 8, right: 4, bottom: 24, left: 56 } as const
const labelWidth = 56
/** Maximum width of a bar, in pixels. */
const widest = 48

export function layOut(
  days: readonly string[],
  series: readonly Series[],
  { width, height }: Size,
): Layout {
  const totals = days.map((_, at) => totalAt(series, at))
  const x = scaleBand()
    .domain(days)
    .range([margin.left, Math.max(margin.left + 1, width - margin.right)])
    .paddingInner(0.25)
    .paddingOuter(0.1)
  const y = scaleLinear()
    .domain([0, Math.max(1, ...totals.map((total) => total ?? 0))])
    .nice(4)
    .range([height - margin.bottom, margin.top])
  const stacked = stack<number, string>()
    .keys(series.map(({ key }) => key))
    .value((at, key) => series.find((one) => one.key === key)?.values[at] ?? 0)(
    days.map((_, at) => at),
  )
  const bar = Math.min(widest, x.bandwidth())
  const leftOf = (day: string) => (x(day) ?? 0) + (x.bandwidth() - bar) / 2
  const every = Math.max(
    1,
    Math.ceil((labelWidth * days.length) / Math.max(1, width - margin.left - margin.right)),
  )
  return {
    bars: days.map((day, at) => ({
      day,
      x: leftOf(day),
      width: bar,
      total: totals[at] ?? null,
      parts: stacked.flatMap((layer) => {
        const [from, to] = layer[at]!
        return to > from ? [{ key: layer.key, y: y(to), height: y(from) - y(to) }] : []
      }),
    })),
    ticks: y
      .ticks(4)
      .filter(Number.isInteger)
      .map((value) => ({ value, y: y(value) })),
    labels: days.flatMap((day, at) =>
      (days.length - 1 - at) % every === 0 ? [{ day, x: leftOf(day) + bar / 2 }] : [],
    ),
  }
}

/** Sum of all series on one day; null when no series has data. */
export function totalAt(series: readonly Series[], at: number): number | null {
  const known = series.flatMap(({ values }) => values[at] ?? [])
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0)
}
