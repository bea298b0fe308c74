/** Stacked bar chart of daily values. Pair it with a table of the same data. */
import { useEffect, useId, useMemo, useRef, useState, type PointerEvent } from 'react'
import { exactCount, shortCount } from '#client/i18n/format.ts'
import { layOut, margin, type Bar, type Series } from '#console/charts/bars.ts'
import '#console/charts/charts.css'
import { t } from '#console/refine/i18n.ts'

type Props = {
  days: readonly string[]
  series: readonly Series[]
  /** One-sentence summary of the chart; its accessible name. */
  summary: string
  height?: number
}

export function StackedBars({ days, series, summary, height = 240 }: Props) {
  const id = useId()
  const place = useRef<HTMLDivElement>(null)
  const width = useWidth(place)
  const { bars, ticks, labels } = useMemo(
    () => layOut(days, series, { width, height }),
    [days, series, width, height],
  )
  const [pointed, setPointed] = useState<string>()
  const at = bars.findIndex(({ day }) => day === pointed)
  const bottom = height - margin.bottom

  const point = ({ clientX, currentTarget }: PointerEvent<SVGSVGElement>) => {
    const x = clientX - currentTarget.getBoundingClientRect().left
    const middle = (bar: Bar) => bar.x + bar.width / 2
    setPointed(
      bars.reduce<Bar | undefined>(
        (best, bar) =>
          best && Math.abs(middle(best) - x) <= Math.abs(middle(bar) - x) ? best : bar,
        undefined,
      )?.day,
    )
  }

  return (
    <div ref={place} className="chart" style={{ height }}>
      <svg
        width={width}
        height={height}
        role="img"
        aria-label={summary}
        onPointerMove={point}
        onPointerLeave={() => setPointed(undefined)}
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
              {shortCount(value)}
            </text>
          </g>
        ))}
        {labels.map(({ day, x }) => (
          <text
            key={day}
            className="chart-day"
            x={Math.min(x, width - margin.right - (day.length === 7 ? 24 : 16))}
            y={height - 6}
            textAnchor="middle"
          >
            {day.length === 7 ? day : day.slice(5)}
          </text>
        ))}
        {bars.map(({ day, x, width: wide, total, parts }) => (
          <g key={day} data-pointed={day === pointed || undefined} className="chart-bar">
            {total === null && (
              <rect
                x={x}
                y={margin.top}
                width={wide}
                height={bottom - margin.top}
                fill={`url(#${id})`}
              />
            )}
            {parts.map(({ key, y, height: high }) => (
              <rect
                key={key}
                data-series={series.findIndex((one) => one.key === key)}
                x={x}
                y={y}
                width={wide}
                height={high}
              />
            ))}
          </g>
        ))}
      </svg>
      {at >= 0 && <Tip bar={bars[at]!} at={at} series={series} width={width} />}
    </div>
  )
}

/**
 * Tooltip with the values under the pointer. Hidden from assistive technology, which reads the
 * table beside the chart.
 */
function Tip({
  bar: { day, x, width: wide, total },
  at,
  series,
  width,
}: {
  bar: Bar
  at: number
  series: readonly Series[]
  width: number
}) {
  const onRight = x + wide / 2 < width / 2
  return (
    <div
      className="chart-tip"
      aria-hidden="true"
      style={onRight ? { left: x + wide + 8 } : { right: width - x + 8 }}
    >
      <strong>
        {day}
        <span>{total === null ? t('overview.chart.noData') : exactCount(total)}</span>
      </strong>
      {series.map(({ key, label, values }, index) =>
        values[at] ? (
          <span key={key}>
            <i data-series={index} />
            {label}
            <b>{exactCount(values[at])}</b>
          </span>
        ) : null,
      )}
    </div>
  )
}

function useWidth(place: React.RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(640)
  useEffect(() => {
    const watched = place.current
    if (!watched) return undefined
    const watch = new ResizeObserver(
      ([entry]) => entry && setWidth(Math.max(200, Math.floor(entry.contentRect.width))),
    )
    watch.observe(watched)
    return () => watch.disconnect()
  }, [place])
  return width
}
