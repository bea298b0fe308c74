/** Order details in a drawer: status, next actions, facts and timeline. */
import { yuan } from '#client/i18n/format.ts'
import { OrderFailure, OrderSkeleton, useOrder } from '#console/features/orders/use-order.tsx'
import {
  statusTextOf,
  buildTimeline,
  creditedAt,
  useOrderText,
} from '#console/features/orders/order-status.ts'
import './order-details.css'
import { t, messageOf } from '#console/refine/i18n.ts'
import { Dialog } from '#console/ui/overlays.tsx'
import { toneOf } from '#console/engine/fields/choices.tsx'
import { type Order, type OrderWithEvents, orders } from '#contract/orders.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#client/api/call.ts'
import { fromWire } from '#client/i18n/time.ts'
import PayAgain from '#console/features/orders/pay-again.tsx'
import { TimeLeft } from '#console/features/checkout/pay-code.tsx'
import { notifyFailure } from '#console/refine/notification.ts'
import { useCanUse } from '#console/refine/capabilities.ts'
import { useUserAccess } from '#console/refine/current-user.ts'
import { isMain } from '#contract/roles.ts'
import { showToast } from '#ui/toasts.tsx'
import { RefundSection } from '#console/features/orders/refund-section.tsx'
import { AppLink } from '#console/ui/app-link.tsx'
import { FactList } from '#console/ui/fact-list.tsx'

export default function OrderDetails({ row, close }: { row: Order; close: () => void }) {
  const { order, error, retry, reload } = useOrder(row)
  return (
    <Dialog shape="drawer" title={t('orders.details.title')} onClose={close}>
      <div className="drawer-body order-details">
        {order ? (
          <>
            <StatusSection order={order} />
            <OrderActions order={order} reload={reload} />
            <RefundSection order={order} reload={reload} />
            <FactsSection order={order} />
            <TimelineSection order={order} />
          </>
        ) : error ? (
          <OrderFailure error={error} retry={retry} />
        ) : (
          <OrderSkeleton />
        )}
      </div>
    </Dialog>
  )
}

function StatusSection({ order }: { order: OrderWithEvents }) {
  const canUse = useCanUse()
  const { headline, lines } = statusTextOf(order, canUse(orders.flush))
  return (
    <section
      className="order-status"
      data-tone={toneOf({ code: 'payStatus' }, order.payStatus)}
      aria-live="polite"
    >
      <span className="tag" data-tone={toneOf({ code: 'payStatus' }, order.payStatus)}>
        {t(`codes.payStatus.${order.payStatus}`)}
      </span>
      <h3>{headline}</h3>
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
    </section>
  )
}

function FactsSection({ order }: { order: OrderWithEvents }) {
  const texts = useOrderText(order)
  const { no, gatewayNo } = order
  return (
    <section>
      <h3>{t('orders.details.about')}</h3>
      <FactList
        facts={[
          { name: messageOf('resources.orders.fields.no'), value: no, copy: no },
          {
            name: messageOf('resources.orders.fields.memberGroupName'),
            value: t('checkout.order.package', { name: texts.name, count: order.salesNum }),
          },
          { name: messageOf('resources.orders.fields.num'), value: texts.quota },
          { name: messageOf('resources.orders.fields.tranChannelId'), value: texts.channel },
          { name: messageOf('resources.orders.fields.amount'), value: yuan(order.amount) },
          {
            name: messageOf('resources.orders.fields.payChannel'),
            value: t(`codes.payChannel.${order.payChannel}`),
          },
          { name: t('orders.gatewayNo'), value: gatewayNo, copy: gatewayNo },
          {
            name: messageOf('resources.orders.fields.fapiaoState'),
            value:
              order.fapiaoState &&
              messageOf(`resources.orders.values.fapiaoState.${order.fapiaoState}`),
          },
        ]}
      />
    </section>
  )
}

/** Events of an order, latest first. */
export function TimelineSection({ order: { events } }: { order: Pick<OrderWithEvents, 'events'> }) {
  if (events.length === 0) return null
  return (
    <section>
      <h3>{t('orders.details.happened')}</h3>
      <ol role="list" className="order-timeline" reversed>
        {buildTimeline(events)
          .toReversed()
          .map(({ event, at, count }) => (
            <li key={`${event} ${at}`} data-event={event}>
              <span>
                {t(`codes.orderEvent.${event}`)}
                {count > 1 && <small>{t('orders.details.often', { count })}</small>}
              </span>
              <time>{at}</time>
            </li>
          ))}
      </ol>
    </section>
  )
}

type Props = { order: OrderWithEvents; reload: () => Promise<unknown> }

/** Next actions for an order, by its status. */
function OrderActions({ order, reload }: Props) {
  const canUse = useCanUse()
  const me = useUserAccess()
  const [isPaying, setPaying] = useState(false)
  // The log of an accountant is that of the sub-account.
  if (order.payStatus === 'P') return me && isMain(me) && <AccountLogLink order={order} />
  const isWaiting = order.payStatus === 'W'
  const payUntil = isWaiting ? order.payUntilDateTime : undefined
  const canPay = canUse(isWaiting ? orders.payAgain : orders.pay)
  const canCheck = canUse(orders.flush)
  if (!payUntil && !canPay && !canCheck) return null
  return (
    <div className="order-actions">
      {payUntil && <TimeLeft endsAt={fromWire(payUntil).getTime()} />}
      <div className="button-row">
        {canPay && isWaiting && (
          <button type="button" className="button primary" onClick={() => setPaying(true)}>
            {messageOf('resources.orders.actions.payAgain')}
          </button>
        )}
        {canPay && !isWaiting && (
          <AppLink route="UserCenterRecharge" className="button primary">
            {t('orders.details.again')}
          </AppLink>
        )}
        {canCheck && <CheckPaymentButton order={order} reload={reload} />}
      </div>
      {isPaying && <PayAgain row={order} close={() => setPaying(false)} />}
    </div>
  )
}

/** Link to the account log entries of this order, filtered by the days of payment and crediting. */
function AccountLogLink({ order }: { order: OrderWithEvents }) {
  const at = creditedAt(order)
  if (!at) return null
  const [first, last] = [order.payDateTime ?? at, at].toSorted().map((time) => time.slice(0, 10))
  const query = {
    logType: 'RECHARGE_ORDER_BY_MEMBER_GROUP',
    createDateTimeBegin: `${first} 00:00:00`,
    createDateTimeEnd: `${last} 23:59:59`,
  }
  return (
    <div className="order-actions">
      <AppLink route="UserCenterAccountLog" query={query}>
        {t('orders.details.toLog')}
      </AppLink>
    </div>
  )
}

/** Has the server query the payment gateway now, for payments not yet shown. */
function CheckPaymentButton({ order: { id, no }, reload }: Props) {
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      await call(orders.flush, { id })
      return call(orders.payInfo, { id })
    },
    onSuccess: ({ payStatus }) =>
      showToast({
        tone: payStatus === 'P' ? 'success' : 'info',
        text: messageOf(`resources.orders.done.flush.${payStatus}`, { name: no }),
      }),
    onError: (error) => notifyFailure(error),
    onSettled: reload,
  })
  return (
    <button
      type="button"
      className="button"
      aria-busy={isPending}
      aria-disabled={isPending || undefined}
      onClick={() => isPending || mutate()}
    >
      {t(isPending ? 'orders.details.checking' : 'orders.details.check')}
    </button>
  )
}
