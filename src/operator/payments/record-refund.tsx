/** Drawer that asks for a refund of a paid order; a colleague of another role approves it. */
import { useState, type MouseEvent } from 'react'
import { useMutation } from '@tanstack/react-query'
import { idempotentCall } from '#client/api/idempotent-call.ts'
import { yuan } from '#client/i18n/format.ts'
import { notifyDone } from '#console/refine/notification.ts'
import { useRefreshAll } from '#console/refine/query.ts'
import { FormDialog } from '#console/engine/form/form-dialog.tsx'
import type { CustomerOrder } from '#contract/operator/orders.ts'
import { refunds } from '#contract/operator/refunds.ts'
import { FactList } from '#console/ui/fact-list.tsx'
import {
  AmountInput,
  Failure,
  focusInvalid,
  RequiredInput,
  t,
  useCall,
  useTypedAmount,
} from '#operator/payments/parts.tsx'
import { RefundEffect } from '#operator/payments/refund-effect.tsx'

export default function RecordRefund({ row, close }: { row: CustomerOrder; close: () => void }) {
  const { text, setText, amount, isTyping } = useTypedAmount(withoutSign(yuan(row.amount)))
  const [refundNo, setRefundNo] = useState('')
  const [note, setNote] = useState('')
  const refresh = useRefreshAll()
  const [isTried, setTried] = useState(false)
  const isInvalid = (isTried || text.trim() !== '') && amount === undefined
  const orderNo = row.no
  const preview = useCall(
    refunds.previewRecord,
    isTyping || amount === undefined ? undefined : { orderNo, amount },
  )
  const { error, isPending, mutate } = useMutation({
    mutationFn: (amount: number) =>
      idempotentCall(refunds.record, { orderNo, amount, refundNo, note }),
    onSuccess: () => {
      notifyDone(t('payments.refund.doneRecord'))
      close()
    },
    onSettled: refresh,
  })
  const submit = ({ currentTarget }: MouseEvent<HTMLButtonElement>) => {
    setTried(true)
    if (!focusInvalid(currentTarget) && amount !== undefined) mutate(amount)
  }
  return (
    <FormDialog
      shape="drawer"
      title={t('payments.refund.recordTitle')}
      busy={isPending}
      onClose={close}
    >
      <div className="payment-drawer">
        <p className="form-note">{t('payments.refund.recordHelp')}</p>
        <FactList
          facts={[
            { name: t('resources.customerOrders.fields.no'), value: row.no, copy: row.no },
            { name: t('payments.facts.account'), value: row.account },
            ...(row.gatewayNo
              ? [{ name: t('payments.facts.payment'), value: row.gatewayNo, copy: row.gatewayNo }]
              : []),
          ]}
        />
        <section className="payment-handling">
          <AmountInput
            text={text}
            isInvalid={isInvalid}
            help={t('payments.refund.amountRest', { amount: yuan(row.amount) })}
            onChange={setText}
          />
          <RequiredInput
            label={t('payments.refund.refundNo')}
            help={t('payments.refund.refundNoHelp')}
            value={refundNo}
            maxLength={64}
            data-initial-focus
            isTried={isTried}
            onChange={setRefundNo}
          />
          <RequiredInput
            label={t('payments.refund.note')}
            value={note}
            maxLength={200}
            isTried={isTried}
            onChange={setNote}
          />
          <div className="payment-submit">
            <RefundEffect query={preview} isTyping={isTyping && amount !== undefined} />
            {error !== null && <Failure error={error} />}
            <button
              type="button"
              className="button primary"
              disabled={(!preview.data && amount !== undefined) || isPending}
              aria-busy={isPending}
              onClick={submit}
            >
              {isPending ? t('payments.handle.working') : t('payments.refund.submitRecord')}
            </button>
          </div>
        </section>
      </div>
    </FormDialog>
  )
}

/** The input has no currency sign. */
const withoutSign = (amount: string) => amount.replace('¥', '')
