/** Dialog that distributes or reclaims quota, with a preview (spec 2.30, 5.8). */
import { errorMessage, failureRole } from '#client/api/error-message.ts'
import { useState, type FormEvent } from 'react'
import { exactCount } from '#client/i18n/format.ts'
import {
  validationError,
  isAllZero,
  units,
  type Move,
  type Unit,
} from '#console/features/distribution/balance.ts'
import { useBalances, useDistribution } from '#console/features/distribution/use-distribution.ts'
import { QuotaTab } from '#console/features/distribution/quota-tab.tsx'
import {
  distributionOf,
  distributionQuestion,
  resultSentence,
} from '#console/features/distribution/distribution.ts'
import { formatAmounts } from '#console/features/distribution/format-amounts.ts'
import './distribution.css'
import { messageOf, t } from '#console/refine/i18n.ts'
import { useCanUse } from '#console/refine/capabilities.ts'
import { useConfirm } from '#console/engine/confirm.tsx'
import { CancelButton, FormDialog } from '#console/engine/form/form-dialog.tsx'
import { Segments, Tabs } from '#ui/tabs.tsx'
import { FailureHelp } from '#console/ui/contact-support.tsx'
import type { DurableMutation } from '#client/api/idempotent-call.ts'
import { subAccounts, type SubAccount } from '#contract/sub-accounts.ts'
import { toWire } from '#client/i18n/time.ts'
import { AppLink } from '#console/ui/app-link.tsx'

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
      title={
        names.length === 1
          ? t('crud.list.actionOf', {
              action: onlyUnit
                ? t(`ledger.distribution.only.${onlyUnit}`)
                : t('ledger.distribution.title'),
              name: names[0] ?? '',
            })
          : t('ledger.distribution.titleMany', { count: names.length })
      }
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
          <Failure
            error={error}
            title={t(
              direction === 'distribute'
                ? 'ledger.distribution.failed'
                : 'ledger.distribution.failedTake',
            )}
          />
        )}
        {names.length === 1 && canUse(subAccounts.reclaim) && (
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
            {typeof problem === 'object' && !problem.shortUnits.includes(unit) ? (
              <b>{t('ledger.distribution.notEnough')}</b>
            ) : (
              !isAllZero(each) &&
              names.length > 1 &&
              t('ledger.distribution.total', { total: totalOf(move) })
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

function TabLabel({ unit, amount, isShort }: { unit: Unit; amount: number; isShort: boolean }) {
  return (
    <>
      {t(`ledger.units.${unit}`)}
      {amount > 0 && <small data-tone={isShort ? 'danger' : undefined}>{exactCount(amount)}</small>}
    </>
  )
}

const totalOf = ({ each, subs }: Move) =>
  formatAmounts({
    chars: each.chars * subs.length,
    voices: each.voices * subs.length,
    images: each.images * subs.length,
  })

function Failure({ error, title }: { error: unknown; title: string }) {
  const { text, requestId } = errorMessage(error, messageOf)
  return (
    <div className="form-note" data-tone="danger" role={failureRole(error)}>
      <strong>{title}</strong>
      <span>{text}</span>
      <FailureHelp requestId={requestId} />
    </div>
  )
}

type UnresolvedProps = {
  mutation: DurableMutation
  description: string
  isWorking: boolean
  onRetry: () => void
  onDiscard: () => void
}

/** Notice after a distribution whose response was lost, with an idempotent retry. */
function Unresolved({
  mutation: { at },
  description,
  isWorking,
  onRetry,
  onDiscard,
}: UnresolvedProps) {
  return (
    <div className="form-note" data-tone="warning" role="alert">
      <strong>{t('ledger.distribution.unsettled.title')}</strong>
      <span>
        {t('ledger.distribution.unsettled.help', { at: toWire(new Date(at)), description })}
      </span>
      <div className="button-row">
        <button
          type="button"
          className="button primary"
          disabled={isWorking}
          aria-busy={isWorking}
          onClick={onRetry}
        >
          {isWorking ? t('crud.confirm.working') : t('ledger.distribution.unsettled.again')}
        </button>
        <button type="button" className="button" disabled={isWorking} onClick={onDiscard}>
          {t('ledger.distribution.unsettled.drop')}
        </button>
        <AppLink route="UserCenterAccountLog" query={{ logType: 'DISTRIBUTION' }}>
          {t('ledger.distribution.unsettled.log')}
        </AppLink>
      </div>
    </div>
  )
}
