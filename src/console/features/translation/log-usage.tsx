/** Usage of the filtered translation log: a total, expandable to a chart by day and tables. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#client/api/call.ts'
import { exactCount, formatter } from '#client/i18n/format.ts'
import { StackedBars } from '#console/charts/stacked-bars.tsx'
import { t } from '#console/refine/i18n.ts'
import { useCapabilities } from '#console/refine/capabilities.ts'
import type { Row } from '#console/engine/resource.ts'
import { useReferenceData, type Found } from '#console/refine/reference-data.ts'
import { Segments } from '#ui/tabs.tsx'
import type { InputOf } from '#contract/endpoint.ts'
import { translationLog, type TranslationUsage } from '#contract/translation.ts'
import './log-usage.css'
import { kindOf } from '#console/engine/fields/field-types.ts'

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

/** Usage by group as numbers and bars. */
function UsageTable({
  name,
  groups,
  total,
}: {
  name: string
  groups: readonly Group[]
  total: number
}) {
  const percent = formatter('percent')
  const max = Math.max(1, ...groups.map(({ chars }) => chars))
  if (groups.length === 0) return <p className="translate-none">{t('translate.usage.none')}</p>
  return (
    <div
      className="log-usage-table"
      role="region"
      aria-label={t('translate.usage.by')}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keyboard scrolling
      tabIndex={0}
    >
      <table>
        <thead>
          <tr>
            <th scope="col">{name}</th>
            <th scope="col">{t('translate.usage.count')}</th>
            <th scope="col">{t('translate.usage.chars')}</th>
            <th scope="col">{t('translate.usage.share')}</th>
          </tr>
        </thead>
        <tbody>
          {groups.map(({ key, label, chars, count }) => (
            <tr key={key}>
              <th scope="row">
                {label}
                <i className="log-usage-bar" style={{ width: `${(100 * chars) / max}%` }} />
              </th>
              <td>{exactCount(count)}</td>
              <td>{exactCount(chars)}</td>
              <td>{total > 0 ? percent.format(chars / total) : '–'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Groups the usage by channel, language pair, account, or all three combined. */
const groupings = ['channel', 'languages', 'user', 'together'] as const
export type Grouping = (typeof groupings)[number]

export type Group = {
  readonly key: string
  readonly label: string
  readonly chars: number
  readonly count: number
}
type Languages = { sourceLangCode: string; targetLangCode: string }

function groupsOf(usage: TranslationUsage, by: Grouping, found: Found): Group[] {
  const named = (kind: 'channel' | 'language', value: unknown) =>
    kindOf({ kind }).text(value, { fieldType: { kind }, row: {}, found: found({ kind }) })
  const direction = ({ sourceLangCode, targetLangCode }: Languages) =>
    `${named('language', sourceLangCode)} → ${named('language', targetLangCode)}`
  const names = new Map(
    usage.byUser.map(({ userId, name }) => [String(userId), name ?? t('translate.usage.deleted')]),
  )
  const group = (label: string, { chars, count }: { chars: number; count: number }): Group => ({
    key: label,
    label,
    chars,
    count,
  })
  switch (by) {
    case 'channel':
      return usage.byChannel.map((one) => group(named('channel', one.tranChannelId), one))
    case 'languages':
      return usage.byLanguages.map((one) => group(direction(one), one))
    case 'user':
      return usage.byUser.map((one) => ({
        ...group(names.get(String(one.userId))!, one),
        key: String(one.userId),
      }))
    case 'together':
      return usage.rows.map((one) => {
        const label = [
          names.get(String(one.userId)),
          named('channel', one.tranChannelId),
          direction(one),
        ]
          .filter(Boolean)
          .join(' · ')
        return {
          ...group(label, one),
          key: `${one.userId} ${one.tranChannelId} ${one.sourceLangCode} ${one.targetLangCode}`,
        }
      })
  }
}
