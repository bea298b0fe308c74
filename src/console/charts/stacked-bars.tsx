/** Stacked bar chart of values by day or month. Pair it with a table of the same data. */
import { useEffect, useId, useMemo, useRef, useState, type PointerEvent } from 'react'
import { exactCount, shortCount } from '#client/i18n/format.ts'
import './charts.css'
import { t } from '#console/refine/i18n.ts'
import { scaleBand, scaleLinear } from 'd3-scale'
import { stack } from 'd3-shape'

type Props = {
  /** `YYYY-MM-DD`, or months as `YYYY-MM`. */
  days: readonly string[]
  series: readonly Series[]
  /** One-sentence summary of the chart; its accessible name. */
  summary: string
  height?: number
  /** For values other than counts, such as money. `short` is for the axis. */
  format?: Format
}

type Format = {
  readonly short: (value: number) => string
  readonly exact: (value: number) => string
}

const countFormat: Format = {
  short: (value) => shortCount(value),
  exact: (value) => exactCount(value),
}

/** In pixels, unless told otherwise. */
export const chartHeight = 240

export function StackedBars({
  days,
  series,
  summary,
  height = chartHeight,
  format = countFormat,
}: Props) {
  const id = useId()
  const container = useRef<HTMLDivElement>(null)
  const width = useWidth(container)
  const { bars, ticks, labels } = useMemo(
    () => layoutBars(days, series, { width, height }),
    [days, series, width, height],
  )
  const [hoveredDay, setHoveredDay] = useState<string>()
  const hoveredIndex = bars.findIndex(({ day }) => day === hoveredDay)
  const bottom = height - margin.bottom

  const hover = ({ clientX, currentTarget }: PointerEvent<SVGSVGElement>) => {
    const x = clientX - currentTarget.getBoundingClientRect().left
    const distanceTo = (bar: Bar) => Math.abs(bar.x + bar.width / 2 - x)
    setHoveredDay(
      bars.reduce<Bar | undefined>(
        (nearest, bar) => (nearest && distanceTo(nearest) <= distanceTo(bar) ? nearest : bar),
        undefined,
      )?.day,
    )
  }

  return (
    <div ref={container} className="chart" style={{ height }}>
      <svg
        width={width}
        height={height}
        role="img"
        aria-label={summary}
        onPointerMove={hover}
        onPointerLeave={() => setHoveredDay(undefined)}
      >
        <defs>
          <pattern
            id={id}
            width="6"
            height="6"
            patternUnits="userSpaceOnUse"
            patternTransform="rotate(45)"
          >
            <path d="M0 0v6" className="chart-hatch" />
          </pattern>
        </defs>
        {ticks.map(({ value, y }) => (
          <g key={value} className="chart-tick">
            <path d={`M${margin.left} ${y}H${width - margin.right}`} />
            <text x={margin.left - 8} y={y} dy="0.32em" textAnchor="end">
              {format.short(value)}
            </text>
          </g>
        ))}
        {labels.map(({ day, x }) => (
          <text
            key={day}
            className="chart-day"
            x={Math.min(x, width - margin.right - halfLabelWidth[isMonth(day) ? 'month' : 'day'])}
            y={height - 6}
            textAnchor="middle"
          >
            {isMonth(day) ? day : day.slice(5)}
          </text>
        ))}
        {bars.map(({ day, x, width: barWidth, total, segments }) => (
          <g key={day} data-hovered={day === hoveredDay || undefined} className="chart-bar">
            {total === null && (
              <rect
                x={x}
                y={margin.top}
                width={barWidth}
                height={bottom - margin.top}
                fill={`url(#${id})`}
              />
            )}
            {segments.map(({ key, y, height: segmentHeight }) => (
              <rect
                key={key}
                data-series={series.findIndex((candidate) => candidate.key === key)}
                x={x}
                y={y}
                width={barWidth}
                height={segmentHeight}
              />
            ))}
          </g>
        ))}
      </svg>
      {hoveredIndex >= 0 && (
        <Tooltip
          bar={bars[hoveredIndex]!}
          dayIndex={hoveredIndex}
          series={series}
          width={width}
          exact={format.exact}
        />
      )}
    </div>
  )
}

/**
 * Tooltip with the values under the pointer. Hidden from assistive technology, which reads the
 * table beside the chart.
 */
function Tooltip({
  bar: { day, x, width: barWidth, total },
  dayIndex,
  series,
  width,
  exact,
}: {
  bar: Bar
  dayIndex: number
  series: readonly Series[]
  width: number
  exact: Format['exact']
}) {
  const isOnRight = x + barWidth / 2 < width / 2
  return (
    <div
      className="chart-tooltip"
      aria-hidden="true"
      style={isOnRight ? { left: x + barWidth + 8 } : { right: width - x + 8 }}
    >
      <strong>
        {day}
        <span>{total === null ? t('overview.chart.noData') : exact(total)}</span>
      </strong>
      {series.map(({ key, label, values }, index) =>
        values[dayIndex] ? (
          <span key={key}>
            <i data-series={index} />
            {label}
            <b>{exact(values[dayIndex])}</b>
          </span>
        ) : null,
      )}
    </div>
  )
}

function useWidth(container: React.RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(640)
  useEffect(() => {
    const element = container.current
    if (!element) return undefined
    const observer = new ResizeObserver(
      ([entry]) => entry && setWidth(Math.max(200, Math.floor(entry.contentRect.width))),
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [container])
  return width
}

/** One value per day; null means no data, which is distinct from zero. */
export type Series = {
  readonly key: string
  readonly label: string
  readonly values: readonly (number | null)[]
}
type Size = { readonly width: number; readonly height: number }

type Segment = { readonly key: string; readonly y: number; readonly height: number }
type Bar = {
  readonly day: string
  readonly x: number
  readonly width: number
  /** Null on a day without data. */
  readonly total: number | null
  /** Stacked from the bottom up, without segments of zero height. */
  readonly segments: readonly Segment[]
}
type Layout = {
  readonly bars: readonly Bar[]
  readonly ticks: readonly { readonly value: number; readonly y: number }[]
  /** Days whose label fits on the axis. */
  readonly labels: readonly { readonly day: string; readonly x: number }[]
}

/** Whether a column is a month (`YYYY-MM`) instead of a day. */
export const isMonth = (day: string): boolean => day.length === 'YYYY-MM'.length

/** Pixels around the bars, for the value axis on the left and the day axis below. */
export const margin = { top: 8, right: 4, bottom: 24, left: 56 } as const
/** Minimum distance between the centres of two labels of the day axis, in pixels. */
const labelWidth = 56
/** Half the width of a label of the day axis, in pixels. */
const halfLabelWidth = { day: 16, month: 24 } as const
/** Maximum width of a bar, in pixels. */
const maxBarWidth = 48

export function layoutBars(
  days: readonly string[],
  series: readonly Series[],
  { width, height }: Size,
): Layout {
  const totals = days.map((_, index) => totalAt(series, index))
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
    .value((index, key) => series.find((candidate) => candidate.key === key)?.values[index] ?? 0)(
    days.map((_, index) => index),
  )
  const barWidth = Math.min(maxBarWidth, x.bandwidth())
  const leftOf = (day: string) => (x(day) ?? 0) + (x.bandwidth() - barWidth) / 2
  const labelInterval = Math.max(
    1,
    Math.ceil((labelWidth * days.length) / Math.max(1, width - margin.left - margin.right)),
  )
  return {
    bars: days.map((day, index) => ({
      day,
      x: leftOf(day),
      width: barWidth,
      total: totals[index] ?? null,
      segments: stacked.flatMap((layer) => {
        const [from, to] = layer[index]!
        return to > from ? [{ key: layer.key, y: y(to), height: y(from) - y(to) }] : []
      }),
    })),
    ticks: y
      .ticks(4)
      .filter(Number.isInteger)
      .map((value) => ({ value, y: y(value) })),
    labels: days.flatMap((day, index) =>
      (days.length - 1 - index) % labelInterval === 0
        ? [{ day, x: leftOf(day) + barWidth / 2 }]
        : [],
    ),
  }
}

/** Sum of all series on one day; null when no series has data. */
export function totalAt(series: readonly Series[], index: number): number | null {
  const values = series.flatMap(({ values }) => values[index] ?? [])
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0)
}
