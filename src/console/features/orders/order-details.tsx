/** Order details in a drawer: status, next actions, facts and timeline. */
import { yuan } from '#client/i18n/format.ts'
import { OrderActions } from '#console/features/orders/order-actions.tsx'
import { OrderFailure, OrderSkeleton } from '#console/features/orders/placeholder.tsx'
import { statusTextOf } from '#console/features/orders/status-text.ts'
import { timeline } from '#console/features/orders/timeline.ts'
import { useOrder } from '#console/features/orders/use-order.ts'
import { useOrderText } from '#console/features/orders/format.ts'
import '#console/features/orders/order-details.css'
import { t, word } from '#console/refine/i18n.ts'
import { Dialog } from '#console/ui/dialog.tsx'
import { toneOf } from '#console/engine/fields/tones.ts'
import { CopyButton } from '#console/ui/copy-button.tsx'
import type { Order, OrderStory } from '#contract/orders.ts'

export default function Story({ row, close }: { row: Order; close: () => void }) {
  const result = useOrder(row)
  const { story, error, retry } = result
  return (
    <Dialog shape="drawer" title={t('orders.story.title')} onClose={close}>
      <div className="order-story">
        {story ? (
          <>
            <Standing story={story} />
            <OrderActions story={story} renew={result.renew} />
            <About story={story} />
            <Happened story={story} />
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

function Standing({ story }: { story: OrderStory }) {
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

function About({ story }: { story: OrderStory }) {
  const written = useOrderText(story)
  const facts: [name: string, value: string, copy?: boolean][] = [
    [word('resources.orders.fields.no'), story.no, true],
    [
      word('resources.orders.fields.memberGroupName'),
      t('buying.order.package', { name: written.name, count: story.salesNum }),
    ],
    [word('resources.orders.fields.num'), written.quota],
    ...(written.channel
      ? ([[word('resources.orders.fields.tranChannelId'), written.channel]] as [string, string][])
      : []),
    [word('resources.orders.fields.amount'), yuan(story.amount)],
    [word('resources.orders.fields.payChannel'), t(`codes.payChannel.${story.payChannel}`)],
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

function Happened({ story: { events } }: { story: OrderStory }) {
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
