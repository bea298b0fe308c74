/** Tables of the usage chart: totals by group, and all numbers by day. */
import { exactCount, formatter } from '#client/i18n/format.ts'
import { totalAt } from '#console/charts/bars.ts'
import type { By, Shape } from '#console/features/overview/usage-shape.ts'
import type { RowsOf } from '#console/features/overview/usage-rows.ts'
import { t } from '#console/refine/i18n.ts'
import { useWays, AppLink } from '#console/ui/app-link.tsx'

/** The smallest share shown as a number. */
const min = 0.001

export function UsageGroups({
  shape: { groups, drawn, total },
  by,
  rowsOf,
}: {
  shape: Shape
  by: By
  rowsOf: RowsOf
}) {
  /** Shares have one decimal, so that they align; 100% has none. */
  const share = (chars: number) => {
    if (chars === total) return formatter('percent').format(1)
    const percent = formatter('share')
    return chars > 0 && chars / total < min
      ? `<${percent.format(min)}`
      : percent.format(chars / total)
  }
  const colour = (key: string) => {
    const at = drawn.findIndex((one) => one.key === key)
    return at === -1 ? drawn.length - 1 : at
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
            <th scope="col">{t(`overview.chart.name.${by}`)}</th>
            <th scope="col">{t('overview.chart.chars')}</th>
            <th scope="col">{t('overview.chart.share')}</th>
          </tr>
        </thead>
        <tbody>
          {groups.map(({ key, label, chars }) => (
            <tr key={key}>
              <th scope="row">
                <i className="swatch" data-series={colour(key)} />
                <ToRows query={rowsOf({ group: key })}>{label}</ToRows>
              </th>
              <td>{exactCount(chars)}</td>
              <td>{total > 0 ? share(chars) : '–'}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{t('overview.chart.sum')}</th>
            <td>{exactCount(total)}</td>
            <td>{total > 0 ? share(total) : '–'}</td>
          </tr>
        </tfoot>
      </table>
    </div>
  )
}

/** Latest day first. Days without data differ from days without usage. */
export function UsageByDay({ shape: { days, groups }, rowsOf }: { shape: Shape; rowsOf: RowsOf }) {
  return (
    <details className="usage-days">
      <summary>{t('overview.chart.byDay')}</summary>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keyboard scrolling */}
      <div className="scrolls" role="region" aria-label={t('overview.chart.byDay')} tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t(`overview.chart.${days[0]?.length === 7 ? 'month' : 'day'}`)}</th>
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
                    <ToRows query={rowsOf({ day })}>{day}</ToRows>
                  </th>
                  <td>{result(totalAt(groups, at))}</td>
                  {groups.map(({ key, values }) => (
                    <td key={key}>{result(values[at] ?? null)}</td>
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
function ToRows({
  query,
  children,
}: {
  query: Record<string, string> | undefined
  children: string
}) {
  const leadsTo = useWays()
  if (!query || !leadsTo('UserCenterChangeTranslateLog')) return children
  return (
    <AppLink route="UserCenterChangeTranslateLog" query={query}>
      {children}
    </AppLink>
  )
}

const result = (chars: number | null) =>
  chars === null ? <span className="nothing">{t('overview.chart.noData')}</span> : exactCount(chars)
