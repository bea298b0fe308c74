/** Tag for the change of an account log row: added, reduced, converted or none (spec 4.9). */
import { kindOfChange, type ChangeKind } from '#console/features/account-log/changes.ts'
import { t } from '#console/refine/i18n.ts'
import type { DrawnCell } from '#console/engine/resource.ts'
import type { AccountLogRow } from '#contract/account-log.ts'

const tones: Record<ChangeKind, string> = {
  none: 'plain',
  add: 'success',
  decrease: 'warning',
  turn: 'primary',
}
const signs: Record<ChangeKind, string> = { none: '·', add: '+', decrease: '−', turn: '⇄' }

export const changeTag: DrawnCell<AccountLogRow> = {
  Cell: ({ row }) => {
    const kind = kindOfChange(row)
    return (
      <span className="tag" data-tone={tones[kind]}>
        <span aria-hidden="true">{signs[kind]} </span>
        {t(`ledger.change.${kind}`)}
      </span>
    )
  },
  text: (row) => t(`ledger.change.${kindOfChange(row)}`),
}
