/** Drawer with a customer's request for a refund; an approved one is refunded as any order is. */
import { localName, yuan } from '#client/i18n/format.ts'
import { messageOf } from '#console/refine/i18n.ts'
import { FactList } from '#console/ui/fact-list.tsx'
import { Dialog } from '#console/ui/overlays.tsx'
import type { RefundRequest } from '#contract/operator/refund-requests.ts'
import { AccountLink } from '#operator/customers/account-cell.tsx'
import { CodeTag, formatQuantity, t } from '#operator/payments/parts.tsx'
import SettleRefund from '#operator/payments/settle-refund.tsx'
import RecordRefund from '#operator/payments/record-refund.tsx'

type Props = { row: RefundRequest; close: () => void }

export default function RefundRequestDrawer({ row, close }: Props) {
  const { openRefundId, recorded } = row
  if (row.state === 'approved' && openRefundId)
    return <SettleRefund row={{ id: openRefundId, state: 'open' }} close={close} />
  if (row.state === 'approved' && recorded === 0)
    return (
      <RecordRefund
        row={{
          no: row.orderNo,
          amount: row.amount,
          account: row.account,
          gatewayNo: row.gatewayNo,
        }}
        request={{ id: row.id, facts: <RequestFacts row={row} /> }}
        close={close}
      />
    )
  return (
    <Dialog shape="drawer" title={t('refund.requestTitle', { no: row.orderNo })} onClose={close}>
      <div className="drawer-body payment-drawer">
        <section className="payment-reason">
          <h3>
            {yuan(row.amount)}
            <CodeTag code="refundRequestState" value={row.state} />
          </h3>
          {row.answer && <p>{row.answer}</p>}
          {recorded === 1 && <p>{t('refund.recorded')}</p>}
        </section>
        <RequestFacts row={row} />
      </div>
    </Dialog>
  )
}

function RequestFacts({ row }: Pick<Props, 'row'>) {
  const { translationBillingMode: mode, memberGroupName: name, memberGroupEnName: enName } = row
  const label = (field: string) => messageOf(`resources.refundRequests.fields.${field}`)
  return (
    <FactList
      facts={[
        { name: label('amount'), value: <b>{yuan(row.amount)}</b> },
        { name: label('orderNo'), value: row.orderNo, copy: row.orderNo },
        {
          name: label('account'),
          value: row.account && <AccountLink id={row.ownerId} account={row.account} />,
        },
        { name: label('memberGroupName'), value: localName({ name, enName }) },
        { name: label('paidAmount'), value: yuan(row.paidAmount) },
        { name: label('payDateTime'), value: row.payDateTime },
        { name: label('gatewayNo'), value: row.gatewayNo, copy: row.gatewayNo },
        { name: label('creditedNum'), value: formatQuantity(mode, row.creditedNum) },
        { name: label('num'), value: formatQuantity(mode, row.num) },
        { name: label('cause'), value: messageOf(`codes.refundCause.${row.cause}`) },
        { name: label('note'), value: row.note },
        { name: label('askDateTime'), value: row.askDateTime },
        { name: label('decideDateTime'), value: row.decideDateTime },
        { name: label('refundNo'), value: row.refundNo, copy: row.refundNo },
      ]}
    />
  )
}
