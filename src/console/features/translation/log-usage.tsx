/** Usage of the filtered translation log: a total that opens a chart by day and tables. */
import { useState } from 'react'
import { wireNow } from '#client/i18n/time.ts'
import { exactCount, formatter } from '#client/i18n/format.ts'
import { StackedBars } from '#console/charts/stacked-bars.tsx'
import { SubAccountLink } from '#console/features/sub-account/sub-account-link.tsx'
import { t } from '#console/refine/i18n.ts'
import { SectionError, useSectionQuery } from '#console/ui/query-card.tsx'
import type { GetLookupData, Row } from '#console/engine/resource.ts'
import { useReferenceData } from '#console/refine/reference-data.ts'
import { ChartIcon } from '#ui/icons.tsx'
import { Popover } from '#ui/popover.tsx'
import { Segments } from '#ui/tabs.tsx'
import type { InputOf } from '#contract/endpoint.ts'
import { translationLog, type TranslationUsage } from '#contract/translation.ts'
import './log-usage.css'
import { getFieldTypeUi } from '#console/engine/fields/field-types.ts'
import { ScrollArea } from '#console/ui/scroll-area.tsx'

export default function LogUsage({ query }: { query: Row }) {
  const { data, error, retry, isPreviousData } = useSectionQuery(
    translationLog.usage,
    query as InputOf<typeof translationLog.usage>,
  )
  if (error !== undefined)
    return <SectionError name={t('translate.usage.name')} error={error} retry={retry} />
  if (!data) return null
  const isUntilToday = data.lastDay === wireNow().slice(0, 10)
  return (
    <Popover
      className="log-usage"
      align="start"
      lazy
      aria-busy={isPreviousData}
      label={
        <>
          <ChartIcon />
          <span>{t(`translate.usage.${isUntilToday ? 'since' : 'between'}`, totalsOf(data))}</span>
        </>
      }
    >
      <Usage usage={data} />
    </Popover>
  )
}

const totalsOf = ({ count, chars, firstDay, lastDay }: TranslationUsage) => ({
  times: exactCount(count),
  chars: exactCount(chars),
  from: firstDay,
  to: lastDay,
})

function Usage({ usage }: { usage: TranslationUsage }) {
  const [chosen, setChosen] = useState<Grouping>('channel')
  const getLookupData = useReferenceData([{ kind: 'channel' }, { kind: 'language' }])
  const hasKeys = (usage.byKey ?? []).some(({ apiKeyId }) => apiKeyId !== null)
  const available = groupings.filter((key) =>
    key === 'user' ? usage.byUser.length > 1 : key !== 'key' || hasKeys,
  )
  const days = usage.byDay.map(({ day }) => day)
  const series = [
    {
      key: 'chars',
      label: t('translate.usage.chars'),
      values: usage.byDay.map(({ chars }) => chars),
    },
  ]
  const grouping = available.includes(chosen) ? chosen : 'channel'
  return (
    <div className="log-usage-content">
      <h2>{t('translate.usage.between', totalsOf(usage))}</h2>
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
          options={available.map((key) => ({ key, label: t(`translate.usage.${key}`) }))}
          chosen={grouping}
          onChoose={setChosen}
        />
        <UsageTable
          name={t(`translate.usage.${grouping}`)}
          groups={groupsOf(usage, grouping, getLookupData)}
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
    <ScrollArea className="log-usage-table" label={t('translate.usage.by')}>
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
          {groups.map(({ key, label, userId, chars, count }) => (
            <tr key={key}>
              <th scope="row">
                {userId === undefined ? (
                  label
                ) : (
                  <SubAccountLink userId={userId}>{label}</SubAccountLink>
                )}
                <i className="log-usage-bar" style={{ width: `${(100 * chars) / max}%` }} />
              </th>
              <td>{exactCount(count)}</td>
              <td>{exactCount(chars)}</td>
              <td>{total > 0 ? percent.format(chars / total) : '–'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollArea>
  )
}

/** Groups the usage by channel, language pair, account, key, or the first three combined. */
const groupings = ['channel', 'languages', 'user', 'key', 'all'] as const
export type Grouping = (typeof groupings)[number]

export type Group = {
  readonly key: string
  readonly label: string
  /** Of a group that is one account, unless it was deleted. */
  readonly userId?: string | number
  readonly chars: number
  readonly count: number
}
type Languages = { sourceLangCode: string; targetLangCode: string }

function groupsOf(
  usage: TranslationUsage,
  grouping: Grouping,
  getLookupData: GetLookupData,
): Group[] {
  const nameOf = (kind: 'channel' | 'language', value: unknown) =>
    getFieldTypeUi({ kind }).text(value, {
      fieldType: { kind },
      row: {},
      lookupData: getLookupData({ kind }),
    })
  const languagePair = ({ sourceLangCode, targetLangCode }: Languages) =>
    `${nameOf('language', sourceLangCode)} → ${nameOf('language', targetLangCode)}`
  const names = new Map(
    usage.byUser.map(({ userId, name }) => [String(userId), name ?? t('translate.usage.deleted')]),
  )
  const toGroup = (label: string, { chars, count }: { chars: number; count: number }): Group => ({
    key: label,
    label,
    chars,
    count,
  })
  switch (grouping) {
    case 'channel':
      return usage.byChannel.map((entry) => toGroup(nameOf('channel', entry.tranChannelId), entry))
    case 'languages':
      return usage.byLanguages.map((entry) => toGroup(languagePair(entry), entry))
    case 'user':
      return usage.byUser.map((entry) => ({
        ...toGroup(names.get(String(entry.userId))!, entry),
        key: String(entry.userId),
        ...(entry.name ? { userId: entry.userId } : {}),
      }))
    case 'key':
      return (usage.byKey ?? []).map((entry) => ({
        ...toGroup(
          entry.name ?? t(`translate.usage.${entry.apiKeyId === null ? 'noKey' : 'deletedKey'}`),
          entry,
        ),
        key: String(entry.apiKeyId),
      }))
    case 'all':
      return usage.rows.map((entry) => {
        const label = [
          names.get(String(entry.userId)),
          nameOf('channel', entry.tranChannelId),
          languagePair(entry),
        ]
          .filter(Boolean)
          .join(' · ')
        return {
          ...toGroup(label, entry),
          key: `${entry.userId} ${entry.tranChannelId} ${entry.sourceLangCode} ${entry.targetLangCode}`,
        }
      })
  }
}
