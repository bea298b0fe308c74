/** Usage of the last days as a chart, by channel or by account, with the same numbers in tables beside and below it. */
import { useMemo, useState } from 'react'
import { exactCount, localName } from '#client/format.ts'
import { businessZone } from '#client/time.ts'
import { StackedBars } from '#console/charts/stacked-bars.tsx'
import { useAsked } from '#console/overview/ask.ts'
import { Shown } from '#console/overview/part.tsx'
import { UsageByDay, UsageGroups } from '#console/overview/usage-tables.tsx'
import { rowsOf } from '#console/overview/usage-rows.ts'
import { shapeOf, type By, type Daily, type Shape } from '#console/overview/usage-shape.ts'
import { t } from '#console/providers/i18n.ts'
import { Segments } from '#console/ui/segments.tsx'
import { WayTo } from '#console/ui/way-to.tsx'
import { UsageGroup } from '#contract/codes.ts'
import { limits } from '#contract/limits.ts'
import { otherGroups, usage, type UsageOf } from '#contract/usage.ts'
import type { User } from '#contract/users.ts'

const { days } = limits.usage

export function UsageCard({ user }: { user: User }) {
  const [by, setBy] = useState<By>('channel')
  const daily = useAsked(usage.daily, { days, groupBy: by })
  if (!daily.offered && !daily.waiting) return null
  return (
    <section className="card usage-card" aria-labelledby="usage">
      <header>
        <div>
          <h2 id="usage">{t('overview.chart.title', { days })}</h2>
          <p className="muted">{t('overview.chart.help', { zone: businessZone === 'Asia/Shanghai' ? t('overview.chart.beijing') : businessZone })}</p>
        </div>
        <Segments
          label={t('overview.chart.group')}
          options={UsageGroup.options.map((key) => ({ key, label: t(`codes.usageGroup.${key}`) }))}
          chosen={by}
          onChoose={setBy}
        />
      </header>
      <Shown part={daily} lines={6}>
        {(answer) => <Usage answer={answer} by={by} user={user} />}
      </Shown>
    </section>
  )
}

function Usage({ answer, by, user }: { answer: Daily; by: By; user: User }) {
  const shape = useMemo(() => shapeOf(answer, days, nameOf), [answer])
  const rows = rowsOf(user, answer, by)
  return (
    <>
      <div className="usage">
        <div>
          <StackedBars days={shape.days} series={shape.drawn} summary={summaryOf(shape)} />
          {!shape.peak && <p className="muted">{t('overview.chart.none', { days })}</p>}
          {shape.days[0]! < answer.firstDay && <p className="muted">{t('overview.chart.noDataHelp')}</p>}
        </div>
        <UsageGroups shape={shape} by={by} rowsOf={rows} />
      </div>
      <UsageByDay shape={shape} rowsOf={rows} />
      {user.memberGroup?.translationBillingMode === 'char' && (
        <WayTo
          route="UserCenterAccountLog"
          query={{
            logType: 'TRANSLATION_CONSUME',
            createDateTimeBegin: `${answer.firstDay} 00:00:00`,
            createDateTimeEnd: `${answer.lastDay} 23:59:59`,
          }}
        >
          {t('overview.chart.log')}
        </WayTo>
      )}
    </>
  )
}

function summaryOf({ total, peak }: Shape): string {
  return peak
    ? t('overview.chart.summary', { days, amount: exactCount(total), day: peak.day, most: exactCount(peak.chars) })
    : t('overview.chart.summaryNone', { days })
}

function nameOf({ id, name, enName }: UsageOf): string {
  if (id === otherGroups) return t('overview.chart.others')
  return name ? localName({ name, enName }) : t('overview.chart.deleted')
}
