/** Usage by group as numbers and bars. */
import { exactCount, formatter } from '#client/i18n/format.ts'
import { t } from '#console/refine/i18n.ts'
import type { Group } from '#console/features/translation/usage-groups.ts'

export function UsageTable({
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
