/** What a change of many sub-accounts would do: who is left out, and the balances before and after. */
import { counted } from '#console/features/batch/count.ts'
import { errorMessage } from '#client/api/error-message.ts'
import type { Preview } from '#console/features/batch/use-batch.ts'
import type { Unit } from '#console/features/distribution/balance.ts'
import { BalanceRow } from '#console/features/distribution/quota-tab.tsx'
import { messageOf, t } from '#console/refine/i18n.ts'
import { FailureHelp } from '#console/ui/contact-support.tsx'
import {
  skipReasons,
  type BatchPreview,
  type BatchRow,
  type SkipReason,
} from '#contract/sub-account-batches.ts'
import './batch.css'

/** The preview itself, or why there is none. */
export function PreviewState({
  preview: { data, error, isCurrent, reload },
  children,
}: {
  preview: Preview
  children: (data: BatchPreview) => React.ReactNode
}) {
  if (error) {
    const { text, requestId } = errorMessage(error, messageOf)
    return (
      <div className="form-note" data-tone="danger" role="alert">
        <strong>{t('batches.noPreview')}</strong>
        <span>{text}</span>
        <FailureHelp requestId={requestId} />
        <button type="button" className="button" onClick={() => void reload()}>
          {t('batches.retry')}
        </button>
      </div>
    )
  }
  return (
    <div className="batch-preview" aria-busy={!isCurrent}>
      {data ? children(data) : <p className="muted">{t('batches.loading')}</p>}
    </div>
  )
}

/** Names that a reason lists. */
const maxSkippedNames = 5

/** One line per reason. */
export function Skipped({
  rows,
  reasons = skipReasons,
}: {
  rows: readonly BatchRow[]
  reasons?: readonly SkipReason[]
}) {
  const lines = reasons.flatMap((reason) => {
    const skipped = rows.filter((row) => row.skipped === reason)
    if (skipped.length === 0) return []
    const shown = skipped.slice(0, maxSkippedNames).map(({ account }) => account)
    const listed = shown.join(t('crud.tags.between'))
    const names = skipped.length > shown.length ? t('batches.andMore', { names: listed }) : listed
    const text = t(`batches.skipped.${reason}`, { ...counted(skipped.length), names })
    return [<li key={reason}>{text}</li>]
  })
  return lines.length > 0 && <ul className="batch-skipped">{lines}</ul>
}

const balanceNames = {
  chars: 'usableCharNum',
  voices: 'usableVoiceNum',
  images: 'usableImageNum',
} as const
const changeNames = {
  chars: 'changeCharNum',
  voices: 'changeVoiceNum',
  images: 'changeImageNum',
} as const

/** Sub-accounts in the table; the sums count all. */
const maxRows = 100

/** Balances of one unit. `sign`: 1 if sub-accounts get it, -1 if they give it back. */
export function BalanceTable({
  preview: { memberAccount, rows, ...sums },
  unit,
  sign,
}: {
  preview: BatchPreview
  unit: Unit
  sign: 1 | -1
}) {
  const changing = rows.filter(({ skipped }) => skipped == null)
  const changeOf = (before: number, moved: number) => ({ before, after: before + sign * moved })
  const main = memberAccount[balanceNames[unit]]
  const hidden = changing.length - maxRows
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
          <BalanceRow
            name={t('ledger.distribution.mainAccount')}
            change={{ before: main, after: main - sign * sums[changeNames[unit]] }}
          />
          {changing.slice(0, maxRows).map((row) => (
            <BalanceRow
              key={row.userId}
              name={row.account}
              change={changeOf(row.memberAccount[balanceNames[unit]], row[changeNames[unit]])}
            />
          ))}
          {hidden > 0 && (
            <tr>
              <td colSpan={4} className="batch-rest">
                {t('batches.rest', counted(hidden))}
              </td>
            </tr>
          )}
        </tbody>
      </table>
    </div>
  )
}
