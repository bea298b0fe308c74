/** Next actions for an order, by its status. */
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#client/api/call.ts'
import { fromWire } from '#client/i18n/time.ts'
import PayAgain from '#console/features/orders/pay-again.tsx'
import { creditedAt } from '#console/features/orders/timeline.ts'
import { TimeLeft } from '#console/features/checkout/time-left.tsx'
import { t, word } from '#console/refine/i18n.ts'
import { notifyFailure } from '#console/refine/notification.ts'
import { useOffers } from '#console/refine/capabilities.ts'
import { showToast } from '#client/toast-store.ts'
import { AppLink } from '#console/ui/app-link.tsx'
import { orders, type OrderStory } from '#contract/orders.ts'

type Props = { story: OrderStory; renew: () => Promise<unknown> }

export function OrderActions({ story, renew }: Props) {
  const offers = useOffers()
  const [paying, setPaying] = useState(false)
  if (story.payStatus === 'P') return <ToLog story={story} />
  const waits = story.payStatus === 'W'
  return (
    <div className="order-next">
      {waits && story.payUntilDateTime && (
        <TimeLeft endsAt={fromWire(story.payUntilDateTime).getTime()} />
      )}
      <div className="ways">
        {waits && offers(orders.payAgain) && (
          <button type="button" className="button primary" onClick={() => setPaying(true)}>
            {word('resources.orders.actions.payAgain')}
          </button>
        )}
        {!waits && (
          <AppLink route="UserCenterRecharge" className="button primary">
            {t('orders.story.again')}
          </AppLink>
        )}
        <Check story={story} renew={renew} />
      </div>
      {paying && <PayAgain row={story} close={() => setPaying(false)} />}
    </div>
  )
}

/** Link to the account log entries of this order, filtered by the days of payment and crediting. */
function ToLog({ story }: { story: OrderStory }) {
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
function Check({ story: { id, no }, renew }: Props) {
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      await call(orders.flush, { id })
      return call(orders.payInfo, { id })
    },
    onSuccess: ({ payStatus }) =>
      showToast({
        tone: payStatus === 'P' ? 'success' : 'info',
        text: word(`resources.orders.done.flush.${payStatus}`, { name: no }),
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
