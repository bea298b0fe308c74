/** Dialog that distributes or reclaims quota, with a preview (spec 2.30, 5.8). */
import { failureRole } from '#client/api/error-message.ts'
import { useState, type FormEvent } from 'react'
import { exactCount } from '#client/i18n/format.ts'
import {
  validationError,
  isNothing,
  units,
  type Move,
  type Unit,
} from '#console/features/distribution/balance.ts'
import { useBalances, useDistribution } from '#console/features/distribution/use-distribution.ts'
import { QuotaTab } from '#console/features/distribution/quota-tab.tsx'
import {
  requestOf,
  formatAmounts,
  question,
  resultSentence,
} from '#console/features/distribution/to-request.ts'
import './distribution.css'
import { t } from '#console/refine/i18n.ts'
import { wordsOf } from '#console/refine/notification.ts'
import { useOffers } from '#console/refine/capabilities.ts'
import { useConfirm } from '#console/engine/confirm.tsx'
import { CancelButton, FormDialog } from '#console/engine/form/form-dialog.tsx'
import { Segments, Tabs } from '#ui/tabs.tsx'
import { RequestId } from '#console/ui/overlays.tsx'
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
  only?: Unit
  close: () => void
  /** Called after the distribution succeeded. */
  done: () => void
}

export function DistributionModal({ rows, only, close, done }: DistributionModalProps) {
  const offers = useOffers()
  const figures = useBalances(rows)
  const moving = useDistribution(figures, done)
  const [unit, setUnit] = useState<Unit>(only ?? 'chars')
  const { ask, dialog } = useConfirm()
  const { main, subs } = figures
  const { direction, each, change, prepare, working, error, unsettled, elsewhere } = moving

  const names = subs.map(({ name }) => name)
  const move: Move = { direction, main, subs: subs.map(({ holds }) => holds), each }
  const locked = working || unsettled !== undefined
  const against = validationError(move)
  const yes = t(`ledger.distribution.submit.${direction}`)

  const tell = (mutation: DurableMutation) => {
    const sent = requestOf(mutation)
    const nameOf = (id: string | number) =>
      subs.find((sub) => String(sub.id) === String(id))?.name ?? String(id)
    return sent ? resultSentence(sent, sent.ids.map(nameOf)) : ''
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!locked && !against)
      void ask({ text: question(move, names), yes, danger: false, work: prepare() })
  }

  const amounts = (
    <QuotaTab
      move={move}
      names={names}
      unit={unit}
      disabled={locked}
      onChange={(amount) => change({ each: { ...each, [unit]: amount } })}
    />
  )

  return (
    <FormDialog
      shape={only ? 'drawer' : 'modal'}
      title={
        names.length === 1
          ? t('crud.list.actionOf', {
              action: only ? t(`ledger.distribution.only.${only}`) : t('ledger.distribution.title'),
              name: names[0] ?? '',
            })
          : t('ledger.distribution.titleMany', { count: names.length })
      }
      busy={working}
      dirty={!isNothing(each)}
      onClose={close}
    >
      <form className="distribution" noValidate onSubmit={submit}>
        {unsettled && (
          <Unresolved
            unsettledCall={unsettled}
            what={tell(unsettled)}
            working={working}
            again={() => void moving.tryAgain()}
            drop={moving.drop}
          />
        )}
        {elsewhere && (
          <p className="form-note" role="status">
            {t('ledger.distribution.elsewhere', { what: tell(elsewhere) })}
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
        {names.length === 1 && offers(subAccounts.reclaim) && (
          <Segments
            label={t('ledger.distribution.direction')}
            options={(['distribute', 'reclaim'] as const).map((key) => ({
              key,
              label: t(`ledger.distribution.${key}`),
            }))}
            chosen={direction}
            disabled={locked}
            onChoose={(to) => change({ direction: to })}
          />
        )}
        {only ? (
          amounts
        ) : (
          <Tabs
            label={t('ledger.distribution.title')}
            tabs={units.map((key) => ({
              key,
              label: (
                <TabLabel
                  unit={key}
                  amount={each[key]}
                  short={typeof against === 'object' && against.short.includes(key)}
                />
              ),
            }))}
            chosen={unit}
            onChoose={setUnit}
          >
            {amounts}
          </Tabs>
        )}
        <footer className="form-actions">
          <span className="total" role="status">
            {typeof against === 'object' && !against.short.includes(unit) ? (
              <b>{t('ledger.distribution.notEnough')}</b>
            ) : (
              !isNothing(each) &&
              names.length > 1 &&
              t('ledger.distribution.total', { total: totalOf(move) })
            )}
          </span>
          <CancelButton disabled={working}>{t('crud.form.cancel')}</CancelButton>
          <button
            type="submit"
            className="button primary"
            disabled={locked || against !== undefined}
          >
            {yes}
          </button>
        </footer>
      </form>
      {dialog}
    </FormDialog>
  )
}

function TabLabel({ unit, amount, short }: { unit: Unit; amount: number; short: boolean }) {
  return (
    <>
      {t(`ledger.units.${unit}`)}
      {amount > 0 && <small data-tone={short ? 'danger' : undefined}>{exactCount(amount)}</small>}
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
  const { text, requestId } = wordsOf(error)
  return (
    <div className="form-note" data-tone="danger" role={failureRole(error)}>
      <strong>{title}</strong>
      <span>{text}</span>
      {requestId && <RequestId id={requestId} />}
    </div>
  )
}

type UnresolvedProps = {
  unsettledCall: DurableMutation
  what: string
  working: boolean
  again: () => void
  drop: () => void
}

/** Notice after a distribution whose response was lost, with an idempotent retry. */
function Unresolved({ unsettledCall: { at }, what, working, again, drop }: UnresolvedProps) {
  return (
    <div className="form-note" data-tone="warning" role="alert">
      <strong>{t('ledger.distribution.unsettled.title')}</strong>
      <span>{t('ledger.distribution.unsettled.help', { at: toWire(new Date(at)), what })}</span>
      <div className="ways">
        <button
          type="button"
          className="button primary"
          disabled={working}
          aria-busy={working}
          onClick={again}
        >
          {working ? t('crud.confirm.working') : t('ledger.distribution.unsettled.again')}
        </button>
        <button type="button" className="button" disabled={working} onClick={drop}>
          {t('ledger.distribution.unsettled.drop')}
        </button>
        <AppLink route="UserCenterAccountLog" query={{ logType: 'DISTRIBUTION' }}>
          {t('ledger.distribution.unsettled.log')}
        </AppLink>
      </div>
    </div>
  )
}
