/** What to do next about an order, by its state. */
import { useMutation } from '@tanstack/react-query'
import { call } from '#client/call.ts'
import { TimeLeft } from '#console/orders/time-left.tsx'
import { creditedAt } from '#console/orders/timeline.ts'
import { t, word } from '#console/providers/i18n.ts'
import { notifyFailure } from '#console/providers/notification.ts'
import { showToast } from '#console/ui/toast-store.ts'
import { WayTo } from '#console/ui/way-to.tsx'
import { orders, type OrderStory } from '#contract/orders.ts'

type Props = { story: OrderStory; renew: () => Promise<unknown> }

export function Next({ story, renew }: Props) {
  if (story.payStatus === 'P') return <ToLog story={story} />
  return (
    <div className="order-next">
      {story.payStatus === 'W' && story.payUntilDateTime && <TimeLeft until={story.payUntilDateTime} />}
      <div className="ways">
        {story.payStatus !== 'W' && (
          <WayTo route="UserCenterRecharge" className="button primary">
            {t('orders.story.again')}
          </WayTo>
        )}
        <Check story={story} renew={renew} />
      </div>
    </div>
  )
}

/** The row of the account log that this order wrote, on the day it was credited. */
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
      <WayTo route="UserCenterAccountLog" query={query}>
        {t('orders.story.toLog')}
      </WayTo>
    </div>
  )
}

/** For who has paid and does not see it: the payment platform is asked now. */
function Check({ story: { id, no }, renew }: Props) {
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      await call(orders.flush, { id })
      return call(orders.payInfo, { id })
    },
    onSuccess: ({ payStatus }) =>
      showToast({ tone: payStatus === 'P' ? 'success' : 'info', text: word(`resources.orders.done.flush.${payStatus}`, { name: no }) }),
    onError: (error) => notifyFailure(error),
    onSettled: renew,
  })
  return (
    <button type="button" className="button" disabled={isPending} aria-busy={isPending} onClick={() => mutate()}>
      {t(isPending ? 'orders.story.checking' : 'orders.story.check')}
    </button>
  )
}
