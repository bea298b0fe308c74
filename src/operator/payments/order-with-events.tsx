/** Drawer with an order of a customer and its history. */
import { localName, yuan } from '#client/i18n/format.ts'
import { TimelineSection } from '#console/features/orders/order-details.tsx'
import { quotaText } from '#console/features/orders/order-status.ts'
import { messageOf } from '#console/refine/i18n.ts'
import { Dialog } from '#console/ui/overlays.tsx'
import { customerOrders, type CustomerOrder } from '#contract/operator/orders.ts'
import { FactList } from '#console/ui/fact-list.tsx'
import { AccountLink } from '#operator/customers/account-cell.tsx'
import { Loaded, t, useCall } from '#operator/payments/parts.tsx'
import { OrderState } from '#operator/payments/state-with-request.tsx'

export default function OrderWithEvents({ row, close }: { row: CustomerOrder; close: () => void }) {
  const query = useCall(customerOrders.get, { id: row.no })
  const fieldLabel = (field: 'no' | 'account' | 'memberGroupName' | 'payChannel' | 'gatewayNo') =>
    t(`resources.customerOrders.fields.${field}`)
  return (
    <Dialog shape="drawer" title={t('payments.order.title', { no: row.no })} onClose={close}>
      <Loaded query={query}>
        {(order) => (
          <div className="drawer-body payment-drawer">
            <section className="payment-reason">
              <h3>
                {yuan(order.amount)}
                <OrderState {...order} />
              </h3>
            </section>
            <FactList
              facts={[
                { name: fieldLabel('no'), value: order.no, copy: order.no },
                {
                  name: fieldLabel('account'),
                  value: <AccountLink id={order.ownerId} account={order.account} />,
                  copy: order.account,
                },
                {
                  name: fieldLabel('memberGroupName'),
                  value: t('payments.order.package', {
                    name: localName({
                      name: order.memberGroupName,
                      enName: order.memberGroupEnName,
                    }),
                    count: order.salesNum,
                  }),
                },
                { name: t('payments.order.quota'), value: quotaText(order) },
                {
                  name: fieldLabel('payChannel'),
                  value: messageOf(`codes.payChannel.${order.payChannel}`),
                },
                { name: fieldLabel('gatewayNo'), value: order.gatewayNo, copy: order.gatewayNo },
              ]}
            />
            <TimelineSection order={order} />
          </div>
        )}
      </Loaded>
    </Dialog>
  )
}
