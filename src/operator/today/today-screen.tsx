/** First page of the operators: what needs attention, then revenue, people and use. */
import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { call } from '#client/api/call.ts'
import { exactCount, localName, yuan } from '#client/i18n/format.ts'
import { language } from '#client/i18n/language.ts'
import { StackedBars } from '#console/charts/stacked-bars.tsx'
import { messageOf } from '#console/refine/i18n.ts'
import { ListFailure } from '#console/engine/list/empty-states.tsx'
import { PageHeader } from '#console/ui/page-header.tsx'
import { today, type Today } from '#contract/operator/today.ts'
import { Attention } from '#operator/today/attention.tsx'
import { t } from '#operator/today/messages.ts'
import { CodeTag, SkeletonLines } from '#operator/payments/parts.tsx'
import { numberFormat } from '#locales/numbers.ts'
import { RefreshIcon } from '#ui/icons.tsx'
import { Segments } from '#ui/tabs.tsx'
import { FailureNote } from '#console/ui/failure-note.tsx'
import './today.css'

/** Polling interval while the page is visible, in milliseconds. */
const pollInterval = 60_000

export default function TodayScreen() {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: [today.get.path],
    queryFn: ({ signal }) => call(today.get, {}, { signal }),
    refetchInterval: pollInterval,
  })
  return (
    <div className="today">
      <PageHeader
        title={messageOf('resources.today.title')}
        help={
          data
            ? t('today.asOf', { day: data.day, at: data.asOfDateTime.slice(11) })
            : messageOf('resources.today.help')
        }
        actions={
          <button
            type="button"
            className="button"
            aria-busy={isFetching}
            onClick={() => void refetch()}
          >
            <RefreshIcon />
            {t('today.refresh')}
          </button>
        }
      />
      {data ? (
        <>
          {error && <FailureNote error={error} retry={() => void refetch()} />}
          <Attention today={data} />
          <div className="today-row">
            <Figures today={data} />
            <Trend today={data} />
          </div>
          <div className="today-row">
            <Channels today={data} />
            <Orders today={data} />
          </div>
        </>
      ) : error ? (
        <ListFailure title={t('today.failed')} error={error} retry={() => void refetch()} />
      ) : (
        <Skeleton />
      )}
    </div>
  )
}

/** Table of a card, scrolled by keyboard where it is too narrow. */
const TableArea = ({ labelledBy, children }: { labelledBy: string; children: ReactNode }) => (
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolled by keyboard.
  <div className="today-table" tabIndex={0} role="group" aria-labelledby={labelledBy}>
    {children}
  </div>
)

/** The cards of the page before their figures are here. */
const Skeleton = () => (
  <>
    <div className="card today-card">
      <SkeletonLines lines={2} />
    </div>
    <div className="today-row">
      {['figures', 'trend'].map((card) => (
        <div key={card} className="card today-card">
          <SkeletonLines lines={9} />
        </div>
      ))}
    </div>
  </>
)

const periods = ['today', 'week', 'month'] as const
const metrics = [
  'revenue',
  'refunds',
  'paidOrders',
  'signUps',
  'activePeople',
  'characters',
] as const
type Metric = (typeof metrics)[number]
const isMoney = (metric: Metric) => metric === 'revenue' || metric === 'refunds'
const textOf = (metric: Metric, value: number) =>
  isMoney(metric) ? yuan(value) : exactCount(value)

const PeriodHeads = () =>
  periods.map((period) => (
    <th key={period} scope="col" data-number>
      {t(`today.figures.periods.${period}`)}
    </th>
  ))

function Figures({ today: figures }: { today: Today }) {
  return (
    <section className="card today-card" aria-labelledby="today-figures">
      <h2 id="today-figures">{t('today.figures.title')}</h2>
      <TableArea labelledBy="today-figures">
        <table className="today-figures">
          <thead>
            <tr>
              <th scope="col">{t('today.figures.metric')}</th>
              <PeriodHeads />
            </tr>
          </thead>
          <tbody>
            {metrics.map((metric) => (
              <tr key={metric}>
                <th scope="row">{t(`today.figures.${metric}`)}</th>
                {periods.map((period) => (
                  <td key={period} data-number>
                    {textOf(metric, figures[metric][period])}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </TableArea>
    </section>
  )
}

const chartedFigures = ['revenue', 'signUps', 'activePeople', 'characters'] as const

const moneyFormat = {
  short: (fen: number) => yuan(fen).replace(/\.\d\d$/, ''),
  exact: (fen: number) => yuan(fen),
}

/** One metric per day; the table beside it has the totals. */
function Trend({ today: { days, ...figures } }: { today: Today }) {
  const [metric, setMetric] = useState<(typeof chartedFigures)[number]>('revenue')
  const label = t(`today.figures.${metric}`)
  // People active on several days are counted once in the total.
  const summary =
    metric === 'activePeople'
      ? t('today.chart.summaryPeople', { metric: label })
      : t('today.chart.summary', { metric: label, total: textOf(metric, figures[metric].month) })
  return (
    <section className="card today-card" aria-labelledby="today-trend">
      <header>
        <h2 id="today-trend">{t('today.chart.title')}</h2>
        <Segments
          label={t('today.figures.metric')}
          options={chartedFigures.map((key) => ({ key, label: t(`today.figures.${key}`) }))}
          chosen={metric}
          onChoose={setMetric}
        />
      </header>
      {days.every((day) => day[metric] === 0) ? (
        <p className="today-empty">{t('today.chart.none')}</p>
      ) : (
        <StackedBars
          days={days.map(({ day }) => day)}
          series={[{ key: metric, label, values: days.map((day) => day[metric]) }]}
          summary={summary}
          height={256}
          {...(isMoney(metric) ? { format: moneyFormat } : {})}
        />
      )}
    </section>
  )
}

function Orders({ today: { orders } }: { today: Today }) {
  return (
    <section className="card today-card" aria-labelledby="today-orders">
      <h2 id="today-orders">{t('today.orders.title')}</h2>
      <TableArea labelledBy="today-orders">
        <table>
          <thead>
            <tr>
              <th scope="col">{t('today.orders.state')}</th>
              <PeriodHeads />
            </tr>
          </thead>
          <tbody>
            {orders.map(({ payStatus, ...counts }) => (
              <tr key={payStatus}>
                <th scope="row">
                  <CodeTag code="payStatus" value={payStatus} />
                </th>
                {periods.map((period) => (
                  <td key={period} data-number>
                    {exactCount(counts[period])}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </TableArea>
    </section>
  )
}

const formatFailureRate = (failures: number, succeeded: number) =>
  numberFormat('percent', language()).format(failures / Math.max(1, failures + succeeded))

function Channels({ today: { channels, vendorFailures } }: { today: Today }) {
  const channelNames = new Map(channels.map((channel) => [String(channel.id), localName(channel)]))
  const failures = vendorFailures.filter((failure) => failure.today > 0)
  return (
    <section className="card today-card" aria-labelledby="today-channels">
      <h2 id="today-channels">
        {t('today.channels.title')}
        <small>{t('today.channels.characters')}</small>
      </h2>
      <TableArea labelledBy="today-channels">
        <table>
          <thead>
            <tr>
              <th scope="col">{t('today.channels.name')}</th>
              <PeriodHeads />
              <th scope="col" data-number>
                {t('today.channels.failed')}
              </th>
            </tr>
          </thead>
          <tbody>
            {channels.map((channel) => (
              <tr key={channel.id}>
                <th scope="row">{localName(channel)}</th>
                {periods.map((period) => (
                  <td key={period} data-number>
                    {exactCount(channel.characters[period])}
                  </td>
                ))}
                <td data-number data-tone={channel.failures.today > 0 ? 'warning' : undefined}>
                  {channel.failures.today > 0
                    ? t('today.channels.of', {
                        failures: exactCount(channel.failures.today),
                        share: formatFailureRate(
                          channel.failures.today,
                          channel.translations.today,
                        ),
                      })
                    : '0'}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </TableArea>
      {failures.length > 0 && (
        <>
          <h3>{t('today.channels.errors')}</h3>
          <ul>
            {failures.map(({ channelId, errorKind, today: count }) => (
              <li key={`${channelId} ${errorKind}`}>
                {t('today.channels.error', {
                  channel: channelNames.get(String(channelId)) ?? String(channelId),
                  kind: messageOf(`codes.vendorError.${errorKind}`),
                  count: exactCount(count),
                })}
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}
