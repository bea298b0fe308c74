/** Balances before and after a change of quota, of the main account and its sub-accounts. */
import type { ReactNode } from 'react'
import { exactCount, signedCount } from '#client/i18n/format.ts'
import type { Change } from '#console/features/distribution/balance.ts'
import { t } from '#console/refine/i18n.ts'
import { ScrollArea } from '#console/ui/scroll-area.tsx'

type Props = {
  main: Change
  subs: readonly { readonly name: string; readonly change: Change }[]
  /** About sub-accounts that are not among `subs`. */
  rest?: ReactNode
}

export function BalanceTable({ main, subs, rest }: Props) {
  return (
    <ScrollArea className="preview" label={t('ledger.distribution.preview')}>
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
          <BalanceRow name={t('ledger.distribution.mainAccount')} change={main} />
          {subs.map(({ name, change }) => (
            <BalanceRow key={name} name={name} change={change} />
          ))}
          {rest && (
            <tr>
              <td colSpan={4} className="rest">
                {rest}
              </td>
            </tr>
          )}
        </tbody>
      </table>
    </ScrollArea>
  )
}

function BalanceRow({ name, change: { before, after } }: { name: string; change: Change }) {
  const difference = after - before
  return (
    <tr data-tone={after < 0 ? 'danger' : undefined}>
      <th scope="row">{name}</th>
      <td>{exactCount(before)}</td>
      <td>{difference === 0 ? '–' : signedCount(difference)}</td>
      <td>{exactCount(after)}</td>
    </tr>
  )
}
