/** Usage chart by channel or account, over days or months, with the same numbers in tables. */
import { useMemo, useState } from 'react'
import { exactCount, localName } from '#client/i18n/format.ts'
import { businessZone } from '#client/i18n/time.ts'
import { StackedBars } from '#console/charts/stacked-bars.tsx'
import { useSectionQuery } from '#console/features/overview/use-section-query.ts'
import { daysBetween, today } from '#console/features/overview/days.ts'
import { QueryCard } from '#console/features/overview/query-card.tsx'
import { UsageByDay, UsageGroups } from '#console/features/overview/usage-tables.tsx'
import { rowsOf } from '#console/features/overview/usage-rows.ts'
import {
  byMonth,
  shapeOf,
  type By,
  type Daily,
  type Shape,
} from '#console/features/overview/usage-shape.ts'
import { t } from '#console/refine/i18n.ts'
import { Segments } from '#console/ui/segments.tsx'
import { AppLink } from '#console/ui/app-link.tsx'
import { UsageGroup } from '#contract/codes.ts'
import { otherGroups, usage, type UsageOf } from '#contract/usage.ts'
import type { User } from '#contract/users.ts'

const periods = ['7', '30', '90', 'months'] as const
type Period = (typeof periods)[number]
/** Months in the chart, including the current one. */
const months = 12

/** Twelve months begin on the first day of the earliest. */
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
  const [by, setBy] = useState<By>('channel')
  const [period, setPeriod] = useState<Period>('30')
  const days = daysOf(period, now)
  const daily = useSectionQuery(usage.daily, { days, groupBy: by })
  if (!daily.offered && !daily.waiting) return null
  const zone = businessZone === 'Asia/Shanghai' ? t('overview.chart.beijing') : businessZone
  return (
    <section className="usage-card" aria-labelledby="usage">
      <header>
        <div>
          <h2 id="usage">{titleOf(period)}</h2>
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
              chosen={by}
              onChoose={setBy}
            />
          )}
        </div>
      </header>
      <QueryCard part={daily} lines={6}>
        {(answer) => <Usage answer={answer} by={by} user={user} days={days} period={period} />}
      </QueryCard>
    </section>
  )
}

type Props = { answer: Daily; by: By; user: User; days: number; period: Period }

function Usage({ answer, by, user, days, period }: Props) {
  const shape = useMemo(() => {
    const daily = shapeOf(answer, days, nameOf)
    return period === 'months' ? byMonth(daily) : daily
  }, [answer, days, period])
  const rows = rowsOf(user, answer, by)
  return (
    <>
      <div className="usage">
        <div>
          <StackedBars
            days={shape.days}
            series={shape.drawn}
            summary={summaryOf(shape, titleOf(period))}
          />
          {!shape.peak && <p className="muted">{t('overview.chart.none')}</p>}
          {shape.days[0]! < answer.firstDay.slice(0, shape.days[0]!.length) && (
            <p className="muted">{t('overview.chart.noDataHelp')}</p>
          )}
        </div>
        <UsageGroups shape={shape} by={by} rowsOf={rows} />
      </div>
      <UsageByDay shape={shape} rowsOf={rows} />
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
        most: exactCount(peak.chars),
      })
    : t('overview.chart.summaryNone', { title })
}

function nameOf({ id, name, enName }: UsageOf): string {
  if (id === otherGroups) return t('overview.chart.others')
  return name ? localName({ name, enName }) : t('overview.chart.deleted')
}
