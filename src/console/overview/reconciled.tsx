/** Whether the account log adds up to what one owns: a mark, when it was checked, and on asking what that means in numbers. */
import { exactCount } from '#client/format.ts'
import { useAsked } from '#console/overview/ask.ts'
import { t } from '#console/providers/i18n.ts'
import { CheckIcon, CloseIcon } from '#console/ui/icons.tsx'
import { reconciliation } from '#contract/reconciliation.ts'

const quotas = [
  ['chars', 'chars'],
  ['voices', 'voices'],
  ['images', 'images'],
] as const

export function Reconciled() {
  const { data } = useAsked(reconciliation.get, {})
  if (!data) return null
  const { checkedAt, ok, accounts, rows } = data
  if (!checkedAt) return <p className="reconciled">{t('overview.uncheckedYet')}</p>
  return (
    <details className="reconciled" data-tone={ok ? 'success' : 'danger'}>
      <summary>
        {ok ? <CheckIcon /> : <CloseIcon />}
        {t(ok ? 'overview.reconciled' : 'overview.unreconciled')}
        <small>{t('overview.checkedAt', { at: checkedAt.slice(0, 16) })}</small>
      </summary>
      <p>{t('overview.reconcileHelp', { count: accounts, accounts: exactCount(accounts), rows: exactCount(rows) })}</p>
      <table>
        <thead>
          <tr>
            {(['quota', 'started', 'changes', 'balance'] as const).map((key) => (
              <th key={key} scope="col">
                {t(`overview.sum.${key}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {quotas.map(([key, unit]) => (
            <tr key={key}>
              <th scope="row">{t(`ledger.units.${unit}`)}</th>
              <td>{exactCount(data[key].started)}</td>
              <td>{exactCount(data[key].changes)}</td>
              <td>{exactCount(data[key].balance)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}
