/** Drawer that asks for a refund of a paid order; a colleague of another role approves it. */
import type { ReactNode } from 'react'
import { yuan } from '#client/i18n/format.ts'
import { FormBody } from '#console/engine/form/form-body.tsx'
import { FormDialog } from '#console/engine/form/form-dialog.tsx'
import { callItems, useCallForm, useInput } from '#console/engine/form/use-call-form.ts'
import { FactList } from '#console/ui/fact-list.tsx'
import type { CustomerOrder } from '#contract/operator/orders.ts'
import { refunds } from '#contract/operator/refunds.ts'
import { useChangePreview } from '#operator/change-preview.ts'
import { t, useHandled } from '#operator/payments/parts.tsx'
import { RefundEffect } from '#operator/payments/refund-effect.tsx'

type Props = {
  row: Pick<CustomerOrder, 'no' | 'amount' | 'account' | 'gatewayNo'>
  /** The customer's request for it, and what is known about it; `row.amount` is then its amount. */
  request?: { id: string | number; facts: ReactNode }
  close: () => void
}

export default function RecordRefund({ row, request, close }: Props) {
  const form = useCallForm({
    name: 'refund',
    resource: 'customerOrders',
    call: refunds.record,
    items: callItems(refunds.record, {
      amount: !request && {
        label: t('refund.amount'),
        help: t('refund.amountRest', { amount: yuan(row.amount) }),
      },
      refundNo: {
        label: t('refund.refundNo'),
        help: t('refund.refundNoHelp'),
        hasInitialFocus: true,
      },
      note: { label: t('refund.note') },
    }),
    initialValues: request ? {} : { amount: row.amount },
    fixed: { orderNo: row.no, ...(request && { requestId: request.id, amount: row.amount }) },
    done: () => t('refund.doneRecord'),
    ...useHandled(close),
  })
  const preview = useChangePreview(refunds.previewRecord, useInput(form))
  return (
    <FormDialog shape="drawer" title={t('refund.recordTitle')} onClose={close}>
      <FormBody
        form={form}
        canSave={!preview.isFetching}
        intro={
          <div className="payment-facts">
            <p className="form-note">{t('refund.recordHelp')}</p>
            {request?.facts ?? (
              <FactList
                facts={[
                  { name: t('resources.customerOrders.fields.no'), value: row.no, copy: row.no },
                  { name: t('payments.facts.account'), value: row.account },
                  {
                    name: t('payments.facts.payment'),
                    value: row.gatewayNo,
                    copy: row.gatewayNo,
                  },
                ]}
              />
            )}
          </div>
        }
        preview={<RefundEffect query={preview} />}
        saveLabel={t('refund.submitRecord')}
      />
    </FormDialog>
  )
}
