/** Dialog that distributes quota to many sub-accounts, or reclaims it, all or none. */
import { counted } from '#console/features/batch/count.ts'
import { useState, type FormEvent } from 'react'
import { exactCount } from '#client/i18n/format.ts'
import { BatchNotes, BatchProgress } from '#console/features/batch/batch-notes.tsx'
import { PreviewState, Skipped } from '#console/features/batch/batch-preview.tsx'
import { reportResult } from '#console/features/batch/report.ts'
import { changingIds, useBatchPreview, useSendBatch } from '#console/features/batch/use-batch.ts'
import {
  balancesOf,
  changesOf,
  isAllZero,
  toChanges,
  units,
  zeroAmounts,
  type Amounts,
  type Unit,
} from '#console/features/distribution/balance.ts'
import { BalanceTable } from '#console/features/distribution/balance-table.tsx'
import { formatAmounts } from '#console/features/distribution/format-amounts.ts'
import { QuotaMode, type QuotaAct } from '#console/features/distribution/quota-mode.tsx'
import { QuotaInput, TabLabel } from '#console/features/distribution/quota-tab.tsx'
import { CancelButton, FormDialog } from '#console/engine/form/form-dialog.tsx'
import { t } from '#console/refine/i18n.ts'
import {
  skipReasons,
  subAccountBatches,
  type BatchPreview,
  type SkipReason,
} from '#contract/sub-account-batches.ts'
import type { SubAccount } from '#contract/sub-accounts.ts'
import { Tabs } from '#ui/tabs.tsx'
import '#console/features/distribution/distribution.css'

type Props = { rows: readonly SubAccount[]; close: () => void; done: () => void }

export default function DistributeMany({ rows, close, done }: Props) {
  const [act, setAct] = useState<QuotaAct>('distribute')
  const [each, setEach] = useState(zeroAmounts)
  const [unit, setUnit] = useState<Unit>('chars')
  const takesAmounts = act !== 'reclaimAll'
  const amounts = takesAmounts ? each : zeroAmounts
  const wire = toChanges(amounts)
  const preview = useBatchPreview(rows, { act, ...wire })
  const batch = useSendBatch(preview)
  const { data } = preview
  const gives = act === 'distribute' || act === 'fillUp'
  const sums = data ? changesOf(data) : zeroAmounts
  const available = data ? balancesOf(data.memberAccount) : zeroAmounts
  const shortUnits = gives ? units.filter((one) => sums[one] > available[one]) : []
  const isEmpty = takesAmounts && isAllZero(each)
  const isLocked = batch.isWorking || batch.unresolved !== undefined
  const count = data?.count ?? 0
  // Without an amount nobody changes: only those are left out whom no amount reaches.
  const reasons: readonly SkipReason[] = isEmpty ? ['deleted', 'hasRole', 'disabled'] : skipReasons
  const reached = (data?.rows ?? rows.map(() => ({ skipped: null }))).filter(
    ({ skipped }) => skipped == null || !reasons.includes(skipped),
  )
  const canSend = preview.isCurrent && !isLocked && !isEmpty && shortUnits.length === 0 && count > 0

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!canSend || !data) return
    const childUserIds = changingIds(data)
    const { distributeMany, reclaimMany } = subAccountBatches
    const call = {
      distribute: { path: distributeMany.path, input: { childUserIds, ...wire } },
      fillUp: { path: distributeMany.path, input: { childUserIds, ...wire, fillUp: 1 } },
      reclaim: { path: reclaimMany.path, input: { childUserIds, ...wire } },
      reclaimAll: { path: reclaimMany.path, input: { childUserIds, all: 1 } },
    }[act]
    const sent = { act, count, each: amounts }
    const result = await batch.send(call, sent, preview.at)
    if (!result) return
    reportResult(sent, result, sums)
    done()
  }
  const change = (apply: () => void) => {
    batch.clearError()
    apply()
  }
  return (
    <FormDialog
      shape="modal"
      title={t('batches.distribute.title', counted(rows.length))}
      form={{ isSaving: batch.isWorking, isDirty: () => !isAllZero(each) }}
      onClose={close}
    >
      <form className="distribution" noValidate onSubmit={(event) => void submit(event)}>
        <BatchNotes batch={batch} onDone={done} />
        <QuotaMode act={act} disabled={isLocked} onChange={(to) => change(() => setAct(to))} />
        <Tabs
          label={t('ledger.distribution.title')}
          tabs={units.map((key) => ({
            key,
            label: <TabLabel unit={key} amount={amounts[key]} isShort={shortUnits.includes(key)} />,
          }))}
          chosen={unit}
          onChoose={setUnit}
        >
          {takesAmounts && (
            <QuotaInput
              label={t(`batches.distribute.amount.${act}.${unit}`)}
              unit={unit}
              amount={each[unit]}
              limit={
                act === 'distribute' && data && count > 0
                  ? Math.floor(available[unit] / count)
                  : undefined
              }
              problem={shortUnits.includes(unit) ? shortageText(unit, sums, available) : undefined}
              disabled={isLocked}
              onChange={(amount) => change(() => setEach({ ...each, [unit]: amount }))}
            />
          )}
          <PreviewState preview={preview}>
            {(shown) => (
              <>
                <BalanceTable {...balancesAfter(shown, unit, gives ? 1 : -1)} />
                <Skipped rows={shown.rows} reasons={reasons} />
              </>
            )}
          </PreviewState>
        </Tabs>
        <footer className="form-actions">
          <span className="total" role="status">
            {batch.isWorking ? (
              <BatchProgress count={count} />
            ) : (
              data && !isEmpty && totalText(count, sums)
            )}
          </span>
          <CancelButton disabled={batch.isWorking} />
          <button type="submit" className="button primary" disabled={!canSend}>
            {t(`batches.distribute.submit.${act}`, counted(reached.length))}
          </button>
        </footer>
      </form>
    </FormDialog>
  )
}

/** Sub-accounts in the table; the sums count all. */
const maxRows = 100

/** Balances of one unit. `sign`: 1 if sub-accounts get it, -1 if they give it back. */
function balancesAfter({ memberAccount, rows, ...sums }: BatchPreview, unit: Unit, sign: 1 | -1) {
  const changeOf = (before: number, difference: number) => ({ before, after: before + difference })
  const changing = rows.filter(({ skipped }) => skipped == null)
  const hidden = changing.length - maxRows
  return {
    main: changeOf(balancesOf(memberAccount)[unit], -sign * changesOf(sums)[unit]),
    subs: changing.slice(0, maxRows).map((row) => ({
      name: row.account,
      change: changeOf(balancesOf(row.memberAccount)[unit], sign * changesOf(row)[unit]),
    })),
    rest: hidden > 0 && t('batches.rest', counted(hidden)),
  }
}

const totalText = (count: number, sums: Amounts) =>
  count === 0
    ? t('batches.nobody')
    : t('batches.totalOf', {
        ...counted(count),
        shown: exactCount(count),
        amount: formatAmounts(sums),
      })

function shortageText(unit: Unit, needed: Amounts, available: Amounts): string {
  const text = (amount: number) =>
    t(`ledger.amount.${unit}`, { amount: exactCount(amount), count: amount })
  return t('ledger.distribution.shortMain', {
    needed: text(needed[unit]),
    available: text(available[unit]),
  })
}
