/** Order details in a drawer: status, next actions, facts and timeline. */
import { yuan } from '#client/i18n/format.ts'
import { OrderFailure, OrderSkeleton, useOrder } from '#console/features/orders/use-order.tsx'
import {
  statusTextOf,
  timeline,
  creditedAt,
  useOrderText,
} from '#console/features/orders/order-status.ts'
import './order-details.css'
import { t, messageOf } from '#console/refine/i18n.ts'
import { Dialog } from '#console/ui/overlays.tsx'
import { toneOf } from '#console/engine/fields/choices.tsx'
import { CopyButton } from '#console/ui/copy-button.tsx'
import { type Order, type OrderStory, orders } from '#contract/orders.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#client/api/call.ts'
import { fromWire } from '#client/i18n/time.ts'
import PayAgain from '#console/features/orders/pay-again.tsx'
import { TimeLeft } from '#console/features/checkout/pay-dialog.tsx'
import { notifyFailure } from '#console/refine/notification.ts'
import { useOffers } from '#console/refine/capabilities.ts'
import { showToast } from '#ui/toasts.tsx'
import { AppLink } from '#console/ui/app-link.tsx'

export default function OrderDetails({ row, close }: { row: Order; close: () => void }) {
  const result = useOrder(row)
  const { story, error, retry } = result
  return (
    <Dialog shape="drawer" title={t('orders.story.title')} onClose={close}>
      <div className="order-story">
        {story ? (
          <>
            <StatusSection story={story} />
            <OrderActions story={story} renew={result.renew} />
            <FactsSection story={story} />
            <TimelineSection story={story} />
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

function StatusSection({ story }: { story: OrderStory }) {
  const { headline, lines } = statusTextOf(story)
  return (
    <section
      className="standing-now"
      data-tone={toneOf('payStatus', story.payStatus)}
      aria-live="polite"
    >
      <span className="tag" data-tone={toneOf('payStatus', story.payStatus)}>
        {t(`codes.payStatus.${story.payStatus}`)}
      </span>
      <h3>{headline}</h3>
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
    </section>
  )
}

function FactsSection({ story }: { story: OrderStory }) {
  const texts = useOrderText(story)
  const facts: [name: string, value: string, copy?: boolean][] = [
    [messageOf('resources.orders.fields.no'), story.no, true],
    [
      messageOf('resources.orders.fields.memberGroupName'),
      t('checkout.order.package', { name: texts.name, count: story.salesNum }),
    ],
    [messageOf('resources.orders.fields.num'), texts.quota],
    ...(texts.channel
      ? ([[messageOf('resources.orders.fields.tranChannelId'), texts.channel]] as [
          string,
          string,
        ][])
      : []),
    [messageOf('resources.orders.fields.amount'), yuan(story.amount)],
    [messageOf('resources.orders.fields.payChannel'), t(`codes.payChannel.${story.payChannel}`)],
    ...(story.gatewayNo
      ? ([[t('orders.gatewayNo'), story.gatewayNo, true]] as [string, string, boolean][])
      : []),
  ]
  return (
    <section>
      <h3>{t('orders.story.about')}</h3>
      <dl className="order-facts">
        {facts.map(([name, value, copy]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              {value}
              {copy && <CopyButton text={value} what={name} />}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

/** What happened to an order, the latest first. */
export function TimelineSection({ story: { events } }: { story: Pick<OrderStory, 'events'> }) {
  if (events.length === 0) return null
  return (
    <section>
      <h3>{t('orders.story.happened')}</h3>
      <ol className="order-timeline" reversed>
        {timeline(events)
          .toReversed()
          .map(({ event, at, times }) => (
            <li key={`${event} ${at}`} data-event={event}>
              <span>
                {t(`codes.orderEvent.${event}`)}
                {times > 1 && <small>{t('orders.story.often', { count: times })}</small>}
              </span>
              <time>{at}</time>
            </li>
          ))}
      </ol>
    </section>
  )
}

type Props = { story: OrderStory; renew: () => Promise<unknown> }

/** Next actions for an order, by its status. */
function OrderActions({ story, renew }: Props) {
  const offers = useOffers()
  const [paying, setPaying] = useState(false)
  if (story.payStatus === 'P') return <AccountLogLink story={story} />
  const isWaiting = story.payStatus === 'W'
  return (
    <div className="order-next">
      {isWaiting && story.payUntilDateTime && (
        <TimeLeft endsAt={fromWire(story.payUntilDateTime).getTime()} />
      )}
      <div className="ways">
        {isWaiting && offers(orders.payAgain) && (
          <button type="button" className="button primary" onClick={() => setPaying(true)}>
            {messageOf('resources.orders.actions.payAgain')}
          </button>
        )}
        {!isWaiting && offers(orders.pay) && (
          <AppLink route="UserCenterRecharge" className="button primary">
            {t('orders.story.again')}
          </AppLink>
        )}
        <CheckPaymentButton story={story} renew={renew} />
      </div>
      {paying && <PayAgain row={story} close={() => setPaying(false)} />}
    </div>
  )
}

/** Link to the account log entries of this order, filtered by the days of payment and crediting. */
function AccountLogLink({ story }: { story: OrderStory }) {
  const at = creditedAt(story)
  if (!at) return null
  const [first, last] = [story.payDateTime ?? at, at].toSorted().map((one) => one.slice(0, 10))
  const query = {
    logType: 'RECHARGE_ORDER_BY_MEMBER_GROUP',
    createDateTimeBegin: `${first} 00:00:00`,
    createDateTimeEnd: `${last} 23:59:59`,
  }
  return (
    <div className="order-next">
      <AppLink route="UserCenterAccountLog" query={query}>
        {t('orders.story.toLog')}
      </AppLink>
    </div>
  )
}

/** Has the server query the payment gateway now, for payments not yet shown. */
function CheckPaymentButton({ story: { id, no }, renew }: Props) {
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
    onSettled: renew,
  })
  return (
    <button
      type="button"
      className="button"
      disabled={isPending}
      aria-busy={isPending}
      onClick={() => mutate()}
    >
      {t(isPending ? 'orders.story.checking' : 'orders.story.check')}
    </button>
  )
}
