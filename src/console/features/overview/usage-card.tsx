/** Usage chart by channel or account, over days or months, with the same numbers in tables. */
import { useMemo, useState, type ReactNode } from 'react'
import { exactCount, localName, formatter } from '#client/i18n/format.ts'
import { businessZone } from '#client/i18n/time.ts'
import { chartHeight, isMonth, StackedBars, totalAt } from '#console/charts/stacked-bars.tsx'
import { useSectionQuery, QueryCard } from '#console/ui/query-card.tsx'
import {
  daysBetween,
  today,
  logQueryOf,
  type LogQueryOf,
  groupByMonth,
  buildUsageShape,
  type Grouping,
  type Daily,
  type UsageShape,
} from '#console/features/overview/usage-shape.ts'
import { t } from '#console/refine/i18n.ts'
import { Segments } from '#ui/tabs.tsx'
import { AppLink, useCanOpen } from '#console/ui/app-link.tsx'
import { otherGroups, usage, UsageGroup, type GroupUsage } from '#contract/usage.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import type { User } from '#contract/user.ts'
import { ScrollArea } from '#console/ui/scroll-area.tsx'

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

type CardProps = {
  user: User
  isShared: boolean
  now: Date
  /** Only the usage of this sub-account. */
  childUserId?: string
  /** Where the usage comes from, if not from the user's own call. */
  source?: UsageSource
}
export type UsageSource = {
  readonly endpoint: Omit<Endpoint, 'output'> & Pick<typeof usage.daily, 'output'>
  readonly input: Readonly<Record<string, unknown>>
}
const ownUsage: UsageSource = { endpoint: usage.daily, input: {} }

export function UsageCard({ user, isShared, now, childUserId, source = ownUsage }: CardProps) {
  const [grouping, setGrouping] = useState<Grouping>('channel')
  const [period, setPeriod] = useState<Period>('30')
  const daily = useSectionQuery(source.endpoint, {
    ...source.input,
    days: daysOf(period, now),
    groupBy: grouping,
    ...(childUserId === undefined ? {} : { childUserId }),
  })
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
      {daily.isWaiting ? (
        <UsageSkeleton grouping={grouping} />
      ) : (
        <QueryCard query={daily} lines={6}>
          {(data) => (
            <Usage
              daily={data}
              {...shown}
              user={user}
              days={daysOf(shown.period, now)}
              childUserId={childUserId}
            />
          )}
        </QueryCard>
      )}
    </section>
  )
}

const cellSkeleton = <i className="waiting" />

/** Chart, table and the line below, with the heights that they will have. */
function UsageSkeleton({ grouping }: { grouping: Grouping }) {
  return (
    <div role="status" aria-label={t('shell.loading')}>
      <div className="usage">
        <div className="chart-skeleton" style={{ height: chartHeight }} />
        <div className="usage-groups">
          <GroupTable grouping={grouping}>
            <tbody>
              {Array.from({ length: skeletonRows }, (_, index) => (
                <tr key={index}>
                  <th scope="row">{cellSkeleton}</th>
                  <td colSpan={2}>{cellSkeleton}</td>
                </tr>
              ))}
            </tbody>
          </GroupTable>
        </div>
      </div>
      <p className="usage-days">{cellSkeleton}</p>
    </div>
  )
}

/** Some channels and their total. */
const skeletonRows = 5

type Props = Pick<CardProps, 'user'> & {
  daily: Daily
  grouping: Grouping
  days: number
  period: Period
  childUserId: string | undefined
}

function Usage({ daily, grouping, user, days, period, childUserId }: Props) {
  const shape = useMemo(() => {
    const byDay = buildUsageShape(daily, days, nameOf)
    return period === 'months' ? groupByMonth(byDay) : byDay
  }, [daily, days, period])
  const queryOf = logQueryOf(user, daily, grouping, childUserId)
  const [firstShown = ''] = shape.days
  const beginsBeforeData = firstShown < daily.firstDay.slice(0, firstShown.length)
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
          {beginsBeforeData && <p className="muted">{t('overview.chart.noDataHelp')}</p>}
        </div>
        <UsageGroups shape={shape} grouping={grouping} queryOf={queryOf} />
      </div>
      <UsageByDay shape={shape} queryOf={queryOf} />
      {user.memberGroup?.translationBillingMode === 'char' && childUserId === undefined && (
        <AppLink
          route="UserCenterAccountLog"
          query={{
            logType: 'TRANSLATION_CONSUME',
            createDateTimeBegin: `${daily.firstDay} 00:00:00`,
            createDateTimeEnd: `${daily.lastDay} 23:59:59`,
          }}
        >
          {t('overview.chart.log')}
        </AppLink>
      )}
    </>
  )
}

function summaryOf({ total, peak }: UsageShape, title: string): string {
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
  queryOf,
}: {
  shape: UsageShape
  grouping: Grouping
  queryOf: LogQueryOf
}) {
  /** Shares have one decimal, so that they align; 100% has none. */
  const formatShare = (chars: number) => {
    if (chars === total) return formatter('percent').format(1)
    const percent = formatter('share')
    return chars > 0 && chars / total < minShare
      ? `<${percent.format(minShare)}`
      : percent.format(chars / total)
  }
  /** Groups without a series of their own are part of the last one. */
  const seriesIndexOf = (key: string) => {
    const index = chartSeries.findIndex((series) => series.key === key)
    return index === -1 ? chartSeries.length - 1 : index
  }
  return (
    <ScrollArea className="scrolls usage-groups" label={t('overview.chart.groups')}>
      <GroupTable grouping={grouping}>
        <tbody>
          {groups.map(({ key, label, chars }) => (
            <tr key={key}>
              <th scope="row">
                <i className="swatch" data-series={seriesIndexOf(key)} />
                <LogLink query={queryOf({ group: key })}>{label}</LogLink>
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
      </GroupTable>
    </ScrollArea>
  )
}

const GroupTable = ({ grouping, children }: { grouping: Grouping; children: ReactNode }) => (
  <table>
    <thead>
      <tr>
        <th scope="col">{t(`overview.chart.name.${grouping}`)}</th>
        <th scope="col">{t('overview.chart.chars')}</th>
        <th scope="col">{t('overview.chart.share')}</th>
      </tr>
    </thead>
    {children}
  </table>
)

/** Table of all numbers by day, latest first. Days without data differ from those without usage. */
function UsageByDay({
  shape: { days, groups },
  queryOf,
}: {
  shape: UsageShape
  queryOf: LogQueryOf
}) {
  const unit = isMonth(days[0] ?? '') ? 'month' : 'day'
  return (
    <details className="usage-days">
      <summary>{t('overview.chart.byDay')}</summary>
      <ScrollArea className="scrolls" label={t(`overview.chart.table.${unit}`)}>
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
              .map((day, index) => (
                <tr key={day}>
                  <th scope="row">
                    <LogLink query={queryOf({ day })}>{day}</LogLink>
                  </th>
                  <td>{charsCell(totalAt(groups, index))}</td>
                  {groups.map(({ key, values }) => (
                    <td key={key}>{charsCell(values[index] ?? null)}</td>
                  ))}
                </tr>
              ))
              .toReversed()}
          </tbody>
        </table>
      </ScrollArea>
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
