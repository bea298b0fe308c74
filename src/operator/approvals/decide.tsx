/** Drawer with a request for approval: what would be done, why, and the decision. */
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { exactCount, signedCount, yuan } from '#client/i18n/format.ts'
import { messageOf } from '#console/refine/i18n.ts'
import { FormBody } from '#console/engine/form/form-body.tsx'
import { FormDialog } from '#console/engine/form/form-dialog.tsx'
import { callItems, useCallForm } from '#console/engine/form/use-call-form.ts'
import { approvals, type Approval } from '#contract/operator/approvals.ts'
import { customers } from '#contract/operator/customers.ts'
import { refunds } from '#contract/operator/refunds.ts'
import { adjustableUnits, type AdjustableUnit } from '#operator/customers/adjust-dialog.tsx'
import { t as tCustomer } from '#operator/customers/messages.ts'
import { messagesOf } from '#operator/i18n.ts'
import { FactList, type Fact } from '#console/ui/fact-list.tsx'
import { t as tPayment, useCall, useHandled } from '#operator/payments/parts.tsx'
import { unmatchedPayments } from '#contract/operator/unmatched-payments.ts'
import { AccountLink } from '#operator/customers/account-cell.tsx'
import { CreditEffect } from '#operator/payments/credit-effect.tsx'
import { RefundEffect } from '#operator/payments/refund-effect.tsx'
import { subjectName, subjectText } from '#operator/team/log-action.tsx'
import { itemsOf } from '#operator/team/log-items.ts'
import type { zh } from '#locales/operator/approvals.ts'
import { FailureNote } from '#console/ui/failure-note.tsx'

const t = messagesOf<typeof zh>()

export default function Decide({ row, close }: { row: Approval; close: () => void }) {
  const isOpen = row.state === 'open'
  const canDecide = isOpen && (row.mayApprove === 1 || row.mayRefuse === 1)
  return (
    <FormDialog
      shape="drawer"
      title={t(isOpen && row.isOwn === 0 ? 'approvals.title' : 'approvals.viewTitle')}
      onClose={close}
    >
      {canDecide ? (
        <DecisionForm row={row} close={close} />
      ) : (
        <div className="drawer-body payment-drawer">
          <RequestFacts row={row} />
          {isOpen && <p className="form-note">{t('approvals.other')}</p>}
        </div>
      )}
    </FormDialog>
  )
}

function RequestFacts({ row }: { row: Approval }) {
  const fieldLabel = (
    field: 'createDateTime' | 'kind' | 'subject' | 'reason' | 'state' | 'decidedOperator' | 'note',
  ) => t(`resources.approvals.fields.${field}`)
  const role = messageOf(`codes.operatorRole.${row.operatorRole}`)
  return (
    <>
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
          {
            name: fieldLabel('decidedOperator'),
            value:
              row.decidedOperator &&
              [row.decidedOperator, row.decideDateTime].filter(Boolean).join(' · '),
          },
          { name: fieldLabel('note'), value: row.note },
        ]}
      />
      <section className="requested-changes">
        <h3>{t('approvals.what')}</h3>
        <RequestedChanges row={row} />
      </section>
    </>
  )
}

type Decision = typeof approvals.approve | typeof approvals.refuse

/** The form is that of the button that was pressed last; a refusal demands the note. */
function DecisionForm({ row, close }: { row: Approval; close: () => void }) {
  const isOwn = row.isOwn === 1
  const mayApprove = row.mayApprove === 1
  const [pressed, setPressed] = useState<{ call: Decision }>()
  const call = pressed?.call ?? (mayApprove ? approvals.approve : approvals.refuse)
  const form = useCallForm({
    name: 'decision',
    resource: 'approvals',
    call,
    items: callItems(call, {
      note: { label: t('approvals.note'), help: t('approvals.noteHelp') },
    }),
    fixed: { id: row.id },
    done: () =>
      t(
        call === approvals.approve
          ? 'approvals.approved'
          : isOwn
            ? 'approvals.withdrawn'
            : 'approvals.refused',
      ),
    ...useHandled(close),
  })
  const { antdForm } = form
  // Once the form is that of the button.
  useEffect(() => {
    if (pressed) antdForm.submit()
  }, [pressed, antdForm])
  const press = (decision: Decision) => setPressed({ call: decision })
  return (
    <FormBody
      form={form}
      intro={
        <div className="payment-facts">
          <RequestFacts row={row} />
          {isOwn && <p>{t('approvals.own')}</p>}
          {!isOwn && !mayApprove && <p>{t('approvals.linked')}</p>}
        </div>
      }
      onSave={() => press(mayApprove ? approvals.approve : approvals.refuse)}
      saveLabel={t(
        mayApprove ? 'approvals.approve' : isOwn ? 'approvals.withdraw' : 'approvals.refuse',
      )}
    >
      {mayApprove && row.mayRefuse === 1 && (
        <button
          type="button"
          className="button"
          disabled={form.isSaving}
          onClick={() => press(approvals.refuse)}
        >
          {t('approvals.refuse')}
        </button>
      )}
    </FormBody>
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
      {customerQuery.error && (
        <FailureNote error={customerQuery.error} retry={() => void customerQuery.refetch()} />
      )}
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
  const { data } = payment
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
          { name: tPayment('refund.amount'), value: data && yuan(data.amount) },
          { name: tPayment('payments.facts.named'), value: data?.orderNo },
          {
            name: t('approvals.payer'),
            value: data && (data.account ?? t('approvals.unknownPayer')),
          },
          { name: t('approvals.toOrder'), value: orderNo },
          {
            name: t('approvals.toAccount'),
            value: ownerId !== undefined && account && (
              <AccountLink id={ownerId} account={account} />
            ),
          },
        ]}
      />
      {payment.error && <FailureNote error={payment.error} retry={() => void payment.refetch()} />}
      {owner.error && <FailureNote error={owner.error} retry={() => void owner.refetch()} />}
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
      {refund.error && <FailureNote error={refund.error} retry={() => void refund.refetch()} />}
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
    <b>{signedCount(difference)}</b>
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
