/** Dialog that distributes or reclaims quota, with a preview (spec 2.30, 5.8). */
import { useState, type FormEvent } from 'react'
import {
  validationError,
  isAllZero,
  units,
  type Move,
  type Unit,
} from '#console/features/distribution/balance.ts'
import { useBalances, useDistribution } from '#console/features/distribution/use-distribution.ts'
import { QuotaTab, TabLabel } from '#console/features/distribution/quota-tab.tsx'
import {
  distributionOf,
  distributionQuestion,
  resultSentence,
} from '#console/features/distribution/distribution.ts'
import { Unresolved } from '#console/features/distribution/outcome-notes.tsx'
import './distribution.css'
import { t } from '#console/refine/i18n.ts'
import { useCanUse } from '#console/refine/capabilities.ts'
import { useConfirm } from '#console/engine/confirm.tsx'
import { CancelButton, FormDialog } from '#console/engine/form/form-dialog.tsx'
import { Segments, Tabs } from '#ui/tabs.tsx'
import type { DurableMutation } from '#client/api/idempotent-call.ts'
import { subAccounts, type SubAccount } from '#contract/sub-accounts.ts'
import { FailureNote } from '#console/ui/failure-note.tsx'

type DistributionModalProps = {
  rows: readonly SubAccount[]
  /**
   * Limits the dialog to one unit and shows it as a drawer; otherwise a modal has a tab for each
   * unit.
   */
  onlyUnit?: Unit
  close: () => void
  /** Called after the distribution succeeded. */
  done: () => void
}

export function DistributionModal({ rows, onlyUnit, close, done }: DistributionModalProps) {
  const canUse = useCanUse()
  const balances = useBalances(rows)
  const distribution = useDistribution(balances, done)
  const [unit, setUnit] = useState<Unit>(onlyUnit ?? 'chars')
  const { ask, dialog } = useConfirm()
  const { main, subs } = balances
  const { direction, each, change, prepare, isWorking, error, unresolved, completedElsewhere } =
    distribution

  const names = subs.map(({ name }) => name)
  const move: Move = { direction, main, subs: subs.map(({ balance }) => balance), each }
  const isLocked = isWorking || unresolved !== undefined
  const problem = validationError(move)
  const confirmLabel = t(`ledger.distribution.submit.${direction}`)

  const describe = (mutation: DurableMutation) => {
    const sent = distributionOf(mutation)
    const nameOf = (id: string | number) =>
      subs.find((sub) => String(sub.id) === String(id))?.name ?? String(id)
    return sent ? resultSentence(sent, sent.ids.map(nameOf)) : ''
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isLocked && !problem)
      void ask({
        text: distributionQuestion(move, names),
        confirmLabel,
        danger: false,
        onConfirm: prepare(),
      })
  }

  const quotaTab = (
    <QuotaTab
      move={move}
      names={names}
      unit={unit}
      disabled={isLocked}
      onChange={(amount) => change({ each: { ...each, [unit]: amount } })}
    />
  )

  return (
    <FormDialog
      shape={onlyUnit ? 'drawer' : 'modal'}
      title={t('crud.list.actionOf', {
        action: onlyUnit
          ? t(`ledger.distribution.only.${onlyUnit}`)
          : t('ledger.distribution.title'),
        name: names[0] ?? '',
      })}
      form={{ isSaving: isWorking, isDirty: () => !isAllZero(each) }}
      onClose={close}
    >
      <form className="distribution" noValidate onSubmit={submit}>
        {unresolved && (
          <Unresolved
            mutation={unresolved}
            description={describe(unresolved)}
            isWorking={isWorking}
            onRetry={() => void distribution.retry()}
            onDiscard={distribution.discard}
          />
        )}
        {completedElsewhere && (
          <p className="form-note" role="status">
            {t('ledger.distribution.elsewhere', { description: describe(completedElsewhere) })}
          </p>
        )}
        {error !== undefined && (
          <FailureNote
            error={error}
            title={t(
              direction === 'distribute'
                ? 'ledger.distribution.failed'
                : 'ledger.distribution.failedTake',
            )}
          />
        )}
        {canUse(subAccounts.reclaim) && (
          <Segments
            label={t('ledger.distribution.direction')}
            options={(['distribute', 'reclaim'] as const).map((key) => ({
              key,
              label: t(`ledger.distribution.${key}`),
            }))}
            chosen={direction}
            disabled={isLocked}
            onChoose={(to) => change({ direction: to })}
          />
        )}
        {onlyUnit ? (
          quotaTab
        ) : (
          <Tabs
            label={t('ledger.distribution.title')}
            tabs={units.map((key) => ({
              key,
              label: (
                <TabLabel
                  unit={key}
                  amount={each[key]}
                  isShort={typeof problem === 'object' && problem.shortUnits.includes(key)}
                />
              ),
            }))}
            chosen={unit}
            onChoose={setUnit}
          >
            {quotaTab}
          </Tabs>
        )}
        <footer className="form-actions">
          <span className="total" role="status">
            {typeof problem === 'object' && !problem.shortUnits.includes(unit) && (
              <b>{t('ledger.distribution.notEnough')}</b>
            )}
          </span>
          <CancelButton disabled={isWorking} />
          <button
            type="submit"
            className="button primary"
            disabled={isLocked || problem !== undefined}
          >
            {confirmLabel}
          </button>
        </footer>
      </form>
      {dialog}
    </FormDialog>
  )
}
