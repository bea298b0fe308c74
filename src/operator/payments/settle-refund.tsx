/** Drawer to settle a refund: its order, and a preview of the quota that it takes back. */
import { yuan } from '#client/i18n/format.ts'
import { FormBody } from '#console/engine/form/form-body.tsx'
import { FormDialog } from '#console/engine/form/form-dialog.tsx'
import { callItems, useCallForm, useInput } from '#console/engine/form/use-call-form.ts'
import { messageOf } from '#console/refine/i18n.ts'
import { FactList } from '#console/ui/fact-list.tsx'
import { Remark } from '#contract/operator/fields.ts'
import { refunds, type Refund, type RefundDetails } from '#contract/operator/refunds.ts'
import { canCall } from '#contract/roles.ts'
import { Flag } from '#contract/vocabulary.ts'
import { useChangePreview, useDemand } from '#operator/change-preview.ts'
import { useCurrentOperator } from '#operator/current-operator.ts'
import { AccountLink } from '#operator/customers/account-cell.tsx'
import { formatQuantity, Loaded, t, useCall, useHandled } from '#operator/payments/parts.tsx'
import { SecondOperatorNote } from '#operator/payments/second-operator-note.tsx'
import { refundState } from '#operator/payments/state-with-request.tsx'
import { RefundEffect } from '#operator/payments/refund-effect.tsx'

type Props = { row: Pick<Refund, 'id' | 'state'>; close: () => void }

export default function SettleRefund({ row, close }: Props) {
  const query = useCall(refunds.get, { id: row.id })
  const me = useCurrentOperator()
  return (
    <FormDialog
      shape="drawer"
      title={t(isUnsettled(row.state) ? 'refund.title' : 'refund.viewTitle')}
      onClose={close}
    >
      <Loaded query={query}>
        {(refund) => {
          if (isUnsettled(refund.state) && canCall(refunds.settle, me))
            return <SettleForm refund={refund} close={close} />
          return (
            <div className="drawer-body payment-drawer">
              <RefundFacts refund={refund} />
              {isUnsettled(refund.state) && (
                <p className="form-note">{t('payments.handle.financeOnly')}</p>
              )}
            </div>
          )
        }}
      </Loaded>
    </FormDialog>
  )
}

const isUnsettled = (state: Refund['state']) => state === 'open' || state === 'owed'

function RefundFacts({ refund }: { refund: RefundDetails }) {
  const { translationBillingMode: mode, order } = refund
  const fieldLabel = (field: 'refundNo' | 'orderNo' | 'gateway' | 'progress' | 'refundDateTime') =>
    t(`resources.refunds.fields.${field}`)
  const changedFields = (['taken', 'owed', 'waived'] as const).filter((field) => refund[field] > 0)
  return (
    <>
      <section
        className="payment-reason"
        data-tone={isUnsettled(refund.state) ? 'warning' : undefined}
      >
        <h3>
          {yuan(refund.amount)}
          {refundState({ row: refund })}
        </h3>
        {refund.reason && <p>{messageOf(`codes.refundReason.${refund.reason}`)}</p>}
      </section>
      <FactList
        facts={[
          { name: fieldLabel('refundNo'), value: refund.refundNo, copy: refund.refundNo },
          {
            name: fieldLabel('gateway'),
            value: messageOf(`codes.paymentGateway.${refund.gateway}`),
          },
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
          {
            name: t('payments.facts.account'),
            value: order?.account && <AccountLink id={order.ownerId} account={order.account} />,
            copy: order?.account,
          },
          ...changedFields.map((field) => ({
            name: t(`resources.refunds.fields.${field}`),
            value: formatQuantity(mode, refund[field]),
          })),
        ]}
      />
    </>
  )
}

function SettleForm({ refund, close }: { refund: RefundDetails; close: () => void }) {
  const waive = useDemand()
  const note = useDemand()
  const form = useCallForm({
    name: 'settlement',
    resource: 'refunds',
    call: refunds.settle,
    items: callItems(refunds.settle, {
      amount: refund.amountKnown === 0 &&
        Boolean(refund.order) && {
          label: t('refund.amount'),
          help: t('refund.amountHelp'),
          schema: refunds.record.input.shape.amount,
        },
      waive: waive.isDemanded && { label: t('refund.waive'), schema: Flag },
      note: note.isDemanded && {
        label: t('refund.note'),
        help: t('payments.approval.noteHelp'),
        schema: Remark,
      },
    }),
    initialValues: { waive: 0 },
    fixed: { id: refund.id },
    done: ({ outcome }) => t(outcome === 'asked' ? 'payments.approval.done' : 'refund.done'),
    ...useHandled(close),
  })
  const input = useInput(form)
  const preview = useChangePreview(refunds.previewSettle, input)
  const { data } = preview
  waive.update(data && (data.owed > 0 || input['waive'] === 1))
  note.update(data && data.approval !== null)
  return (
    <FormBody
      form={form}
      canSave={data !== undefined}
      intro={
        <div className="payment-facts">
          <RefundFacts refund={refund} />
        </div>
      }
      preview={
        <>
          <RefundEffect query={preview} />
          <SecondOperatorNote approval={data?.approval ?? null} kind="refunds" />
        </>
      }
      saveLabel={t(note.isDemanded ? 'payments.approval.submit' : 'refund.submit')}
    />
  )
}
