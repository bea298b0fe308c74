/** Balances before and after, for the main account and each selected sub-account. */
import { exactCount } from '#client/i18n/format.ts'
import {
  preview,
  type Change,
  type Move,
  type Unit,
} from '#console/features/distribution/balance.ts'
import { t } from '#console/refine/i18n.ts'

export function PreviewTable({
  move,
  names,
  unit,
}: {
  move: Move
  names: readonly string[]
  unit: Unit
}) {
  const { main, subs } = preview(move, unit)
  return (
    <div
      className="preview"
      role="region"
      aria-label={t('ledger.distribution.preview')}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keyboard scrolling
      tabIndex={0}
    >
      <table>
        <thead>
          <tr>
            <th scope="col">{t('ledger.distribution.account')}</th>
            <th scope="col">{t('ledger.distribution.now')}</th>
            <th scope="col">{t('ledger.distribution.change')}</th>
            <th scope="col">{t('ledger.distribution.after')}</th>
          </tr>
        </thead>
        <tbody>
          <Line name={t('ledger.distribution.mine')} change={main} />
          {subs.map((change, at) => (
            <Line key={names[at]} name={names[at] ?? ''} change={change} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Line({ name, change: { before, after } }: { name: string; change: Change }) {
  const by = after - before
  return (
    <tr data-tone={after < 0 ? 'danger' : undefined}>
      <th scope="row">{name}</th>
      <td>{exactCount(before)}</td>
      <td>{by === 0 ? '–' : `${by > 0 ? '+' : '−'}${exactCount(Math.abs(by))}`}</td>
      <td>{`${after < 0 ? '−' : ''}${exactCount(Math.abs(after))}`}</td>
    </tr>
  )
}
