/** Each quantity that an account log row changed, with the balance after it. */
import { exactCount, signedCount } from '#client/i18n/format.ts'
import { changesOf, kindOfChange } from '#console/features/account-log/changes.tsx'
import { t } from '#console/refine/i18n.ts'
import type { AccountLogRow } from '#contract/ledger.ts'

export const LedgerChange = ({ row }: { row: AccountLogRow }) =>
  changesOf(row).map(({ unit, difference, last }) => (
    <span key={unit} className="ledger-change" data-kind={kindOfChange(row)}>
      <b>{signedCount(difference)}</b>{' '}
      <small>
        {t(`ledger.units.${unit}`)} · {exactCount(last)}
      </small>
    </span>
  ))
