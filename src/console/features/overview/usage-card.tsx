/** Usage chart by channel or account, over days or months, with the same numbers in tables. */
import { useMemo, useState } from 'react'
import { exactCount, localName, formatter } from '#client/i18n/format.ts'
import { businessZone } from '#client/i18n/time.ts'
import { StackedBars, totalAt } from '#console/charts/stacked-bars.tsx'
import { useSectionQuery, QueryCard } from '#console/features/overview/query-card.tsx'
import {
  daysBetween,
  today,
  logQueryOf,
  type LogQueryOf,
  byMonth,
  shapeOf,
  type Grouping,
  type Daily,
  type Shape,
} from '#console/features/overview/usage-shape.ts'
import { t } from '#console/refine/i18n.ts'
import { Segments } from '#ui/tabs.tsx'
import { AppLink, useCanOpen } from '#console/ui/app-link.tsx'
import { otherGroups, usage, UsageGroup, type GroupUsage } from '#contract/usage.ts'
import type { User } from '#contract/user.ts'

const periods = ['7', '30', '90', 'months'] as const
type Period = (typeof periods)[number]
/** Months in the chart, including the current one. */
const months = 12

/** Number of days in a period; twelve months begin on the first day of the earliest. */
function daysOf(period: Period, now: Date): number {
  if (period !== 'months') return Number(period)
  const last = today(now)
  const first = new Date(Date.UTC(Number(last.slice(0, 4)), Number(last.slice(5, 7)) - months, 1))
    .toISOString()
    .slice(0, 10)
  return daysBetween(first, last) + 1
}

const titleOf = (period: Period) =>
  period === 'months'
    ? t('overview.chart.titleMonths', { months })
    : t('overview.chart.title', { days: period })

export function UsageCard({ user, isShared, now }: { user: User; isShared: boolean; now: Date }) {
  const [grouping, setGrouping] = useState<Grouping>('channel')
  const [period, setPeriod] = useState<Period>('30')
  const daily = useSectionQuery(usage.daily, { days: daysOf(period, now), groupBy: grouping })
  // Labels match the data shown: they change only when the data of a new choice has arrived.
  const [shown, setShown] = useState({ grouping, period })
  if (!daily.isPreviousData && (shown.grouping !== grouping || shown.period !== period))
    setShown({ grouping, period })
  if (!daily.isOffered && !daily.isWaiting) return null
  const zone = businessZone === 'Asia/Shanghai' ? t('overview.chart.beijing') : businessZone
  return (
    <section className="usage-card" aria-labelledby="usage">
      <header>
        <div>
          <h2 id="usage">{titleOf(shown.period)}</h2>
          <p className="muted">{t(`overview.chart.help.${isShared ? 'all' : 'own'}`, { zone })}</p>
        </div>
        <div className="choices">
          <Segments
            label={t('overview.chart.period')}
            options={periods.map((key) => ({
              key,
              label:
                key === 'months'
                  ? t('overview.chart.months', { months })
                  : t('overview.chart.days', { days: key }),
            }))}
            chosen={period}
            onChoose={setPeriod}
          />
          {isShared && (
            <Segments
              label={t('overview.chart.group')}
              options={UsageGroup.options.map((key) => ({
                key,
                label: t(`codes.usageGroup.${key}`),
              }))}
              chosen={grouping}
              onChoose={setGrouping}
            />
          )}
        </div>
      </header>
      <QueryCard query={daily} lines={6}>
        {(answer) => (
          <Usage answer={answer} {...shown} user={user} days={daysOf(shown.period, now)} />
        )}
      </QueryCard>
    </section>
  )
}

type Props = { answer: Daily; grouping: Grouping; user: User; days: number; period: Period }

function Usage({ answer, grouping, user, days, period }: Props) {
  const shape = useMemo(() => {
    const daily = shapeOf(answer, days, nameOf)
    return period === 'months' ? byMonth(daily) : daily
  }, [answer, days, period])
  const rows = logQueryOf(user, answer, grouping)
  return (
    <>
      <div className="usage">
        <div>
          <StackedBars
            days={shape.days}
            series={shape.chartSeries}
            summary={summaryOf(shape, titleOf(period))}
          />
          {!shape.peak && <p className="muted">{t('overview.chart.none')}</p>}
          {shape.days[0]! < answer.firstDay.slice(0, shape.days[0]!.length) && (
            <p className="muted">{t('overview.chart.noDataHelp')}</p>
          )}
        </div>
        <UsageGroups shape={shape} grouping={grouping} logQueryOf={rows} />
      </div>
      <UsageByDay shape={shape} logQueryOf={rows} />
      {user.memberGroup?.translationBillingMode === 'char' && (
        <AppLink
          route="UserCenterAccountLog"
          query={{
            logType: 'TRANSLATION_CONSUME',
            createDateTimeBegin: `${answer.firstDay} 00:00:00`,
            createDateTimeEnd: `${answer.lastDay} 23:59:59`,
          }}
        >
          {t('overview.chart.log')}
        </AppLink>
      )}
    </>
  )
}

function summaryOf({ total, peak }: Shape, title: string): string {
  return peak
    ? t('overview.chart.summary', {
        title,
        amount: exactCount(total),
        day: peak.day,
        peak: exactCount(peak.chars),
      })
    : t('overview.chart.summaryNone', { title })
}

function nameOf({ id, name, enName }: GroupUsage): string {
  if (id === otherGroups) return t('overview.chart.others')
  return name ? localName({ name, enName }) : t('overview.chart.deleted')
}

/** The smallest share shown as a number. */
const minShare = 0.001

/** Table of the totals by group. */
function UsageGroups({
  shape: { groups, chartSeries, total },
  grouping,
  logQueryOf,
}: {
  shape: Shape
  grouping: Grouping
  logQueryOf: LogQueryOf
}) {
  /** Shares have one decimal, so that they align; 100% has none. */
  const formatShare = (chars: number) => {
    if (chars === total) return formatter('percent').format(1)
    const percent = formatter('share')
    return chars > 0 && chars / total < minShare
      ? `<${percent.format(minShare)}`
      : percent.format(chars / total)
  }
  const seriesOf = (key: string) => {
    const at = chartSeries.findIndex((series) => series.key === key)
    return at === -1 ? chartSeries.length - 1 : at
  }
  return (
    <div
      className="scrolls usage-groups"
      role="region"
      aria-label={t('overview.chart.groups')}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keyboard scrolling
      tabIndex={0}
    >
      <table>
        <thead>
          <tr>
            <th scope="col">{t(`overview.chart.name.${grouping}`)}</th>
            <th scope="col">{t('overview.chart.chars')}</th>
            <th scope="col">{t('overview.chart.share')}</th>
          </tr>
        </thead>
        <tbody>
          {groups.map(({ key, label, chars }) => (
            <tr key={key}>
              <th scope="row">
                <i className="swatch" data-series={seriesOf(key)} />
                <LogLink query={logQueryOf({ group: key })}>{label}</LogLink>
              </th>
              <td>{exactCount(chars)}</td>
              <td>{total > 0 ? formatShare(chars) : '–'}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{t('overview.chart.sum')}</th>
            <td>{exactCount(total)}</td>
            <td>{total > 0 ? formatShare(total) : '–'}</td>
          </tr>
        </tfoot>
      </table>
    </div>
  )
}

/** Table of all numbers by day, latest first. Days without data differ from those without usage. */
function UsageByDay({
  shape: { days, groups },
  logQueryOf,
}: {
  shape: Shape
  logQueryOf: LogQueryOf
}) {
  const unit = days[0]?.length === 7 ? 'month' : 'day'
  return (
    <details className="usage-days">
      <summary>{t('overview.chart.byDay')}</summary>
      <div
        className="scrolls"
        role="region"
        aria-label={t(`overview.chart.table.${unit}`)}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keyboard scrolling
        tabIndex={0}
      >
        <table>
          <thead>
            <tr>
              <th scope="col">{t(`overview.chart.${unit}`)}</th>
              <th scope="col">{t('overview.chart.sum')}</th>
              {groups.map(({ key, label }) => (
                <th key={key} scope="col">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {days
              .map((day, at) => (
                <tr key={day}>
                  <th scope="row">
                    <LogLink query={logQueryOf({ day })}>{day}</LogLink>
                  </th>
                  <td>{charsCell(totalAt(groups, at))}</td>
                  {groups.map(({ key, values }) => (
                    <td key={key}>{charsCell(values[at] ?? null)}</td>
                  ))}
                </tr>
              ))
              .toReversed()}
          </tbody>
        </table>
      </div>
    </details>
  )
}

/** Link to the translations behind a number, if the user can open that page. */
function LogLink({
  query,
  children,
}: {
  query: Record<string, string> | undefined
  children: string
}) {
  const canOpen = useCanOpen()
  if (!query || !canOpen('UserCenterChangeTranslateLog')) return children
  return (
    <AppLink route="UserCenterChangeTranslateLog" query={query}>
      {children}
    </AppLink>
  )
}

const charsCell = (chars: number | null) =>
  chars === null ? (
    <span className="no-value">{t('overview.chart.noData')}</span>
  ) : (
    exactCount(chars)
  )
