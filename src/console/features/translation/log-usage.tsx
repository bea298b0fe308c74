/** Usage of the filtered translation log: a total, expandable to a chart by day and tables. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#client/api/call.ts'
import { exactCount } from '#client/i18n/format.ts'
import { StackedBars } from '#console/charts/stacked-bars.tsx'
import { t } from '#console/refine/i18n.ts'
import { useCapabilities } from '#console/refine/capabilities.ts'
import type { Row } from '#console/engine/resource.ts'
import { useReferenceData } from '#console/refine/reference-data.ts'
import { groupings, groupsOf, type Grouping } from '#console/features/translation/usage-groups.ts'
import { UsageTable } from '#console/features/translation/usage-table.tsx'
import { Segments } from '#console/ui/segments.tsx'
import type { InputOf } from '#contract/endpoint.ts'
import { translationLog, type TranslationUsage } from '#contract/translation.ts'
import '#console/features/translation/log-usage.css'

export default function LogUsage({ query }: { query: Row }) {
  const { serves } = useCapabilities()
  const { data } = useQuery({
    queryKey: [translationLog.usage.path, query],
    queryFn: ({ signal }) =>
      call(translationLog.usage, query as InputOf<typeof translationLog.usage>, { signal }),
    enabled: serves(translationLog.usage),
  })
  const [open, setOpen] = useState(false)
  if (!data) return null
  const total = {
    times: exactCount(data.count),
    chars: exactCount(data.chars),
    from: data.firstDay,
    to: data.lastDay,
  }
  return (
    <details className="log-usage" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{t('translate.usage.total', total)}</summary>
      {open && <Usage usage={data} />}
    </details>
  )
}

function Usage({ usage }: { usage: TranslationUsage }) {
  const [by, setBy] = useState<Grouping>('channel')
  const found = useReferenceData([{ kind: 'channel' }, { kind: 'language' }])
  const offered = groupings.filter((one) => one !== 'user' || usage.byUser.length > 1)
  const days = usage.byDay.map(({ day }) => day)
  const series = [
    {
      key: 'chars',
      label: t('translate.usage.chars'),
      values: usage.byDay.map(({ chars }) => chars),
    },
  ]
  const shown = offered.includes(by) ? by : 'channel'
  return (
    <div className="log-usage-parts">
      <StackedBars
        days={days}
        series={series}
        height={200}
        summary={t('translate.usage.summary', {
          days: days.length,
          chars: exactCount(usage.chars),
        })}
      />
      <div>
        <Segments
          label={t('translate.usage.by')}
          options={offered.map((key) => ({ key, label: t(`translate.usage.${key}`) }))}
          chosen={shown}
          onChoose={setBy}
        />
        <UsageTable
          name={t(`translate.usage.${shown}`)}
          groups={groupsOf(usage, shown, found)}
          total={usage.chars}
        />
      </div>
    </div>
  )
}
