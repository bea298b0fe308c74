/** Drawer to settle a refund: its order, and a preview of the quota that it takes back. */
import { useState } from 'react'
import { useMutation } from '@tanstack/react-query'
import { idempotentCall } from '#client/api/idempotent-call.ts'
import { yuan } from '#client/i18n/format.ts'
import { messageOf } from '#console/refine/i18n.ts'
import { notifyDone } from '#console/refine/notification.ts'
import { useRefreshAll } from '#console/refine/query.ts'
import { Dialog } from '#console/ui/overlays.tsx'
import { refunds, type Refund, type RefundDetails } from '#contract/operator/refunds.ts'
import { canCall } from '#contract/roles.ts'
import { useCurrentOperator } from '#operator/current-operator.ts'
import { AccountLink } from '#operator/customers/account-cell.tsx'
import { FactList } from '#console/ui/fact-list.tsx'
import {
  AmountInput,
  CodeTag,
  Failure,
  focusInvalid,
  Loaded,
  RequiredInput,
  formatQuantity,
  t,
  useCall,
  useTypedAmount,
} from '#operator/payments/parts.tsx'
import { SecondOperatorNote } from '#operator/payments/second-operator-note.tsx'
import { RefundEffect } from '#operator/payments/refund-effect.tsx'

export default function SettleRefund({ row, close }: { row: Refund; close: () => void }) {
  const query = useCall(refunds.get, { id: row.id })
  const me = useCurrentOperator()
  const canSettle = canCall(refunds.settle, me)
  return (
    <Dialog
      shape="drawer"
      title={t(isUnsettled(row.state) ? 'payments.refund.title' : 'payments.refund.viewTitle')}
      onClose={close}
    >
      <Loaded query={query}>
        {(refund) => (
          <>
            <section
              className="payment-reason"
              data-tone={isUnsettled(refund.state) ? 'warning' : undefined}
            >
              <h3>
                {yuan(refund.amount)}
                <CodeTag code="refundState" value={refund.state} />
              </h3>
              {refund.reason && <p>{messageOf(`codes.refundReason.${refund.reason}`)}</p>}
            </section>
            <RefundFacts refund={refund} />
            {isUnsettled(refund.state) &&
              (canSettle ? (
                <SettleForm refund={refund} close={close} />
              ) : (
                <p className="form-note">{t('payments.handle.financeOnly')}</p>
              ))}
          </>
        )}
      </Loaded>
    </Dialog>
  )
}

const isUnsettled = (state: Refund['state']) => state === 'open' || state === 'owed'

function RefundFacts({ refund }: { refund: RefundDetails }) {
  const { translationBillingMode: mode, order } = refund
  const fieldLabel = (field: 'refundNo' | 'orderNo' | 'gateway' | 'progress' | 'refundDateTime') =>
    t(`resources.refunds.fields.${field}`)
  const changedFields = (['taken', 'owed', 'waived'] as const).filter((field) => refund[field] > 0)
  return (
    <FactList
      facts={[
        { name: fieldLabel('refundNo'), value: refund.refundNo, copy: refund.refundNo },
        { name: fieldLabel('gateway'), value: messageOf(`codes.paymentGateway.${refund.gateway}`) },
        {
          name: fieldLabel('progress'),
          value: messageOf(`codes.refundProgress.${refund.progress}`),
        },
        { name: fieldLabel('refundDateTime'), value: refund.refundDateTime },
        {
          name: fieldLabel('orderNo'),
          value: order?.no ?? t('payments.unknownOrder', { no: refund.orderNo }),
          copy: order?.no ?? refund.orderNo,
        },
        ...(order?.account
          ? [
              {
                name: t('payments.facts.account'),
                value: <AccountLink id={order.ownerId} account={order.account} />,
                copy: order.account,
              },
            ]
          : []),
        ...changedFields.map((field) => ({
          name: t(`resources.refunds.fields.${field}`),
          value: formatQuantity(mode, refund[field]),
        })),
      ]}
    />
  )
}

function SettleForm({ refund, close }: { refund: RefundDetails; close: () => void }) {
  const { id, amountKnown } = refund
  const { text, setText, amount, isTyping } = useTypedAmount('')
  const [isWaived, setWaived] = useState(false)
  const [note, setNote] = useState('')
  const [isTried, setTried] = useState(false)
  const refresh = useRefreshAll()
  const isInvalid = text.trim() !== '' && amount === undefined
  const needsAmount = amountKnown === 0 && refund.order !== null && refund.order !== undefined
  const input = {
    id,
    waive: isWaived ? (1 as const) : (0 as const),
    ...(needsAmount && amount !== undefined ? { amount } : {}),
  }
  const isReady = !needsAmount || amount !== undefined
  const preview = useCall(refunds.previewSettle, isReady && !isTyping ? input : undefined)
  const { error, isPending, mutate } = useMutation({
    mutationFn: () => idempotentCall(refunds.settle, { ...input, ...(note && { note }) }),
    onSuccess: ({ outcome }) => {
      notifyDone(t(outcome === 'asked' ? 'payments.approval.done' : 'payments.refund.done'))
      close()
    },
    onSettled: refresh,
  })
  const approval = preview.data?.approval ?? null
  return (
    <section className="payment-handling">
      {needsAmount && (
        <AmountInput
          text={text}
          isInvalid={isInvalid}
          help={t('payments.refund.amountHelp')}
          onChange={setText}
        />
      )}
      {(preview.data?.owed || isWaived) && (
        <label className="check-line">
          <input
            type="checkbox"
            checked={isWaived}
            onChange={({ target }) => setWaived(target.checked)}
          />
          {t('payments.refund.waive')}
        </label>
      )}
      <div className="payment-submit">
        <RefundEffect query={preview} isTyping={isTyping && isReady} />
        <SecondOperatorNote approval={approval} kind="refunds" />
        {approval !== null && (
          <RequiredInput
            label={t('payments.refund.note')}
            help={t('payments.approval.noteHelp')}
            value={note}
            maxLength={200}
            isTried={isTried}
            onChange={setNote}
          />
        )}
        {error !== null && <Failure error={error} />}
        <button
          type="button"
          className="button primary"
          disabled={!preview.data || isPending}
          aria-busy={isPending}
          onClick={({ currentTarget }) => {
            setTried(true)
            if (!focusInvalid(currentTarget)) mutate()
          }}
        >
          {isPending
            ? t('payments.handle.working')
            : t(approval === null ? 'payments.refund.submit' : 'payments.approval.submit')}
        </button>
      </div>
    </section>
  )
}
