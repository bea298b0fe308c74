/** Drawer that asks for a refund of a paid order; a colleague of another role approves it. */
import { yuan } from '#client/i18n/format.ts'
import { FormBody } from '#console/engine/form/form-body.tsx'
import { CancelButton, FormDialog } from '#console/engine/form/form-dialog.tsx'
import { callItems, useCallForm, useInput } from '#console/engine/form/use-call-form.ts'
import { useRefreshAll } from '#console/refine/query.ts'
import { FactList } from '#console/ui/fact-list.tsx'
import type { CustomerOrder } from '#contract/operator/orders.ts'
import { refunds } from '#contract/operator/refunds.ts'
import { useChangePreview } from '#operator/change-preview.ts'
import { t } from '#operator/payments/parts.tsx'
import { RefundEffect } from '#operator/payments/refund-effect.tsx'

export default function RecordRefund({ row, close }: { row: CustomerOrder; close: () => void }) {
  const refresh = useRefreshAll()
  const form = useCallForm({
    name: 'refund',
    resource: 'customerOrders',
    call: refunds.record,
    items: callItems(refunds.record, {
      amount: {
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
    initialValues: { amount: row.amount },
    fixed: { orderNo: row.no },
    done: () => t('refund.doneRecord'),
    onSaved: () => {
      void refresh()
      close()
    },
    onRefused: refresh,
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
            <FactList
              facts={[
                { name: t('resources.customerOrders.fields.no'), value: row.no, copy: row.no },
                { name: t('payments.facts.account'), value: row.account },
                ...(row.gatewayNo
                  ? [
                      {
                        name: t('payments.facts.payment'),
                        value: row.gatewayNo,
                        copy: row.gatewayNo,
                      },
                    ]
                  : []),
              ]}
            />
          </div>
        }
        preview={<RefundEffect query={preview} />}
        saveLabel={t('refund.submitRecord')}
      >
        <CancelButton disabled={form.isSaving} />
      </FormBody>
    </FormDialog>
  )
}
