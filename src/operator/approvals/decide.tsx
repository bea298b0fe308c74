/** Drawer with a request for approval: what would be done, why, and the decision. */
import { useRef, useState } from 'react'
import { Link } from 'react-router'
import { idempotentCall } from '#client/api/idempotent-call.ts'
import { exactCount, yuan } from '#client/i18n/format.ts'
import { messageOf } from '#console/refine/i18n.ts'
import { notifyDone } from '#console/refine/notification.ts'
import { useRefreshAll } from '#console/refine/query.ts'
import { Dialog } from '#console/ui/overlays.tsx'
import { approvals, type Approval } from '#contract/operator/approvals.ts'
import { customers } from '#contract/operator/customers.ts'
import { refunds } from '#contract/operator/refunds.ts'
import { adjustableUnits, type AdjustableUnit } from '#operator/customers/adjust-dialog.tsx'
import { t as tCustomer } from '#operator/customers/messages.ts'
import { messagesOf } from '#operator/i18n.ts'
import { FactList, type Fact } from '#console/ui/fact-list.tsx'
import { Failure, Labelled, t as tPayment, useCall } from '#operator/payments/parts.tsx'
import { unmatchedPayments } from '#contract/operator/unmatched-payments.ts'
import { AccountLink } from '#operator/customers/account-cell.tsx'
import { CreditEffect } from '#operator/payments/credit-effect.tsx'
import { RefundEffect } from '#operator/payments/refund-effect.tsx'
import { subjectName, subjectText } from '#operator/team/log-action.tsx'
import { itemsOf } from '#operator/team/log-items.ts'
import type { zh } from '#locales/operator/approvals.ts'
import '#operator/customers/customers.css'

const t = messagesOf<typeof zh>()

export default function Decide({ row, close }: { row: Approval; close: () => void }) {
  const fieldLabel = (
    field: 'createDateTime' | 'kind' | 'subject' | 'reason' | 'state' | 'decidedOperator' | 'note',
  ) => t(`resources.approvals.fields.${field}`)
  const role = messageOf(`codes.operatorRole.${row.operatorRole}`)
  return (
    <Dialog
      shape="drawer"
      title={t(row.state === 'open' && row.isOwn === 0 ? 'approvals.title' : 'approvals.viewTitle')}
      onClose={close}
    >
      <div className="payment-drawer">
        <FactList
          facts={[
            { name: fieldLabel('kind'), value: messageOf(`codes.approvalKind.${row.kind}`) },
            {
              name: fieldLabel('subject'),
              value: subjectText(row),
              copy: subjectName(row.subject),
            },
            { name: t('resources.approvals.fields.operator'), value: `${row.operator} · ${role}` },
            { name: fieldLabel('createDateTime'), value: row.createDateTime },
            { name: fieldLabel('reason'), value: row.reason },
            { name: fieldLabel('state'), value: messageOf(`codes.approvalState.${row.state}`) },
            ...(row.decidedOperator
              ? [
                  {
                    name: fieldLabel('decidedOperator'),
                    value: [row.decidedOperator, row.decideDateTime].filter(Boolean).join(' · '),
                  },
                ]
              : []),
            ...(row.note ? [{ name: fieldLabel('note'), value: row.note }] : []),
          ]}
        />
        <section className="payment-handling">
          <h3>{t('approvals.what')}</h3>
          <RequestedChanges row={row} />
        </section>
        {row.state === 'open' && <Decision row={row} close={close} />}
      </div>
    </Dialog>
  )
}

function Decision({ row, close }: { row: Approval; close: () => void }) {
  const noteField = useRef<HTMLTextAreaElement>(null)
  const [note, setNote] = useState('')
  const [isMissing, setMissing] = useState(false)
  const [pendingDecision, setPendingDecision] = useState<'approve' | 'refuse'>()
  const [error, setError] = useState<unknown>()
  const refresh = useRefreshAll()
  const isOwn = row.isOwn === 1
  const decide = async (decision: 'approve' | 'refuse') => {
    const text = note.trim()
    if (decision === 'refuse' && text === '') {
      setMissing(true)
      noteField.current?.focus()
      return
    }
    setPendingDecision(decision)
    setError(undefined)
    try {
      if (decision === 'approve')
        await idempotentCall(approvals.approve, { id: row.id, ...(text ? { note: text } : {}) })
      else await idempotentCall(approvals.refuse, { id: row.id, note: text })
      notifyDone(
        t(
          decision === 'approve'
            ? 'approvals.approved'
            : isOwn
              ? 'approvals.withdrawn'
              : 'approvals.refused',
        ),
      )
      close()
      await refresh()
    } catch (failure) {
      setError(failure)
      setPendingDecision(undefined)
    }
  }
  if (row.mayApprove === 0 && row.mayRefuse === 0)
    return <p className="form-note">{t('approvals.other')}</p>
  return (
    <section className="payment-handling change-form">
      {isOwn && <p>{t('approvals.own')}</p>}
      {!isOwn && row.mayApprove === 0 && <p>{t('approvals.linked')}</p>}
      {error !== undefined && <Failure error={error} />}
      <Labelled label={t('approvals.note')}>
        <textarea
          ref={noteField}
          className="control"
          rows={2}
          maxLength={200}
          value={note}
          aria-invalid={isMissing}
          aria-describedby="note-help"
          onChange={({ target }) => {
            setNote(target.value)
            setMissing(false)
          }}
        />
        <small id="note-help" className={isMissing ? 'field-error' : undefined}>
          {t(isMissing ? 'approvals.missing' : 'approvals.noteHelp')}
        </small>
      </Labelled>
      <div className="dialog-actions">
        {row.mayRefuse === 1 && (
          <button
            type="button"
            className="button"
            disabled={pendingDecision !== undefined}
            aria-busy={pendingDecision === 'refuse'}
            onClick={() => void decide('refuse')}
          >
            {t(isOwn ? 'approvals.withdraw' : 'approvals.refuse')}
          </button>
        )}
        {row.mayApprove === 1 && (
          <button
            type="button"
            className="button primary"
            disabled={pendingDecision !== undefined}
            aria-busy={pendingDecision === 'approve'}
            onClick={() => void decide('approve')}
          >
            {t('approvals.approve')}
          </button>
        )}
      </div>
    </section>
  )
}

/** The requested change; for an open request also its effect on the current balance. */
function RequestedChanges({ row: { kind, state, request } }: { row: Approval }) {
  const values = itemsOf(request)
  const orderNo = values.get('orderNo')
  const cents = Number(values.get('amountCents'))
  const isOpenRefund = kind === 'refund' && state === 'open' && orderNo !== undefined
  const preview = useCall(
    refunds.previewRecord,
    isOpenRefund ? { orderNo, amount: cents } : undefined,
  )
  const userId = values.get('userId')
  const isOpenAdjustment = kind === 'adjust' && state === 'open' && userId !== undefined
  const customerQuery = useCall(customers.get, isOpenAdjustment ? { id: userId } : undefined)
  if (kind === 'credit') return <RequestedCredit values={values} isOpen={state === 'open'} />
  if (kind === 'settle') return <RequestedSettlement values={values} isOpen={state === 'open'} />
  if (kind === 'refund') {
    const refundNo = values.get('refundNo')
    return (
      <>
        <FactList
          facts={[
            { name: tPayment('resources.refunds.fields.amount'), value: yuan(cents) },
            {
              name: tPayment('resources.refunds.fields.refundNo'),
              value: refundNo,
              copy: refundNo,
            },
          ]}
        />
        {isOpenRefund && <RefundEffect query={preview} />}
      </>
    )
  }
  const account = customerQuery.data?.user?.memberAccount
  const balances = account && {
    chars: account.usableCharNum,
    voices: account.usableVoiceNum,
    images: account.usableImageNum,
    minutes: undefined,
  }
  return (
    <>
      <FactList facts={changesOf(values, balances)} />
      {customerQuery.error && <Failure error={customerQuery.error} />}
      {userId !== undefined && (
        <Link className="app-link" to={`/operator/customer?id=${encodeURIComponent(userId)}`}>
          {t('approvals.account')}
        </Link>
      )}
    </>
  )
}

type Requested = { values: ReadonlyMap<string, string>; isOpen: boolean }

/** An unmatched payment to be credited to an order or, without one, to an account. */
function RequestedCredit({ values, isOpen }: Requested) {
  const [id, orderNo, ownerId] = ['id', 'orderNo', 'ownerId'].map((name) => values.get(name))
  const payment = useCall(unmatchedPayments.get, id === undefined ? undefined : { id })
  const owner = useCall(customers.get, ownerId === undefined ? undefined : { id: ownerId })
  const account = owner.data?.account
  const ofOrder = useCall(
    unmatchedPayments.previewOrder,
    isOpen && id !== undefined && orderNo !== undefined ? { id, orderNo } : undefined,
  )
  const ofAccount = useCall(
    unmatchedPayments.previewAccount,
    isOpen && id !== undefined && account ? { id, account } : undefined,
  )
  return (
    <>
      <FactList
        facts={[
          ...(payment.data
            ? [
                { name: tPayment('payments.refund.amount'), value: yuan(payment.data.amount) },
                { name: tPayment('payments.facts.named'), value: payment.data.orderNo },
                {
                  name: t('approvals.payer'),
                  value: payment.data.account ?? t('approvals.unknownPayer'),
                },
              ]
            : []),
          ...(orderNo === undefined ? [] : [{ name: t('approvals.toOrder'), value: orderNo }]),
          ...(ownerId === undefined || account === undefined
            ? []
            : [
                {
                  name: t('approvals.toAccount'),
                  value: <AccountLink id={ownerId} account={account} />,
                },
              ]),
        ]}
      />
      {payment.error && <Failure error={payment.error} />}
      {isOpen && <CreditEffect query={orderNo === undefined ? ofAccount : ofOrder} />}
    </>
  )
}

/** A refund to be settled. */
function RequestedSettlement({ values, isOpen }: Requested) {
  const id = values.get('id')
  const cents = values.get('amountCents')
  const refund = useCall(refunds.get, id === undefined ? undefined : { id })
  const waive = values.get('waive') === 'true' ? (1 as const) : (0 as const)
  const preview = useCall(
    refunds.previewSettle,
    isOpen && id !== undefined
      ? { id, waive, ...(cents === undefined ? {} : { amount: Number(cents) }) }
      : undefined,
  )
  return (
    <>
      {refund.data && (
        <FactList
          facts={[
            {
              name: tPayment('resources.refunds.fields.amount'),
              value: yuan(cents === undefined ? refund.data.amount : Number(cents)),
            },
            {
              name: tPayment('resources.refunds.fields.refundNo'),
              value: refund.data.refundNo,
              copy: refund.data.refundNo,
            },
            { name: tPayment('resources.refunds.fields.orderNo'), value: refund.data.orderNo },
          ]}
        />
      )}
      {refund.error && <Failure error={refund.error} />}
      {isOpen && <RefundEffect query={preview} />}
    </>
  )
}

type Balances = Readonly<Record<AdjustableUnit, number | undefined>>

const changesOf = (values: ReadonlyMap<string, string>, balances: Balances | undefined): Fact[] =>
  adjustableUnits.flatMap((unit) => {
    const difference = Number(values.get(unit) ?? 0)
    if (difference === 0) return []
    const name = tCustomer(`customers.adjust.${unit}`)
    return [{ name, value: <RequestedChange difference={difference} before={balances?.[unit]} /> }]
  })

const RequestedChange = ({
  difference,
  before,
}: {
  difference: number
  before: number | undefined
}) => (
  <span className="requested-change">
    <b>{formatSigned(difference)}</b>
    {before !== undefined && (
      <small>
        {tCustomer('customers.adjust.after', {
          before: exactCount(before),
          after: exactCount(before + difference),
        })}
      </small>
    )}
  </span>
)

const formatSigned = (difference: number): string =>
  `${difference > 0 ? '+' : '−'}${exactCount(Math.abs(difference))}`
