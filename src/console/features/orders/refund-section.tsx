/** The refund of an order in its drawer: its state and figures, withdrawal, or a button to ask. */
import { useState } from 'react'
import { call } from '#client/api/call.ts'
import { yuan } from '#client/i18n/format.ts'
import { useConfirm } from '#console/engine/confirm.tsx'
import { toneOf } from '#console/engine/fields/choices.tsx'
import AskRefund, { refundQuota, useRefundOffer } from '#console/features/orders/ask-refund.tsx'
import { useCanUse } from '#console/refine/capabilities.ts'
import { messageOf, t } from '#console/refine/i18n.ts'
import { notifyDone, notifyFailure } from '#console/refine/notification.ts'
import { useRefreshAll } from '#console/refine/query.ts'
import { FactList } from '#console/ui/fact-list.tsx'
import { QueryCardSkeleton, SectionError } from '#console/ui/query-card.tsx'
import { orderRefunds, type RefundRequest } from '#contract/order-refunds.ts'
import type { OrderWithEvents } from '#contract/orders.ts'

type Props = { order: OrderWithEvents; reload: () => Promise<unknown> }

export function RefundSection({ order, reload }: Props) {
  const canUse = useCanUse()
  const { refundRequest: request } = order
  const canAsk = canUse(orderRefunds.preview) && canUse(orderRefunds.ask)
  const mayAsk = order.payStatus === 'P' && canAsk && (!request || request.state === 'withdrawn')
  if (!request && !mayAsk) return null
  return (
    <section>
      <h3>{t('orders.refund.heading')}</h3>
      {request && <Request order={order} request={request} reload={reload} />}
      {mayAsk && <AskButton order={order} reload={reload} />}
    </section>
  )
}

function Request({ order, request, reload }: Props & { request: RefundRequest }) {
  const { state, amount, num, cause, note, answer, refundNo } = request
  const canUse = useCanUse()
  const tone = toneOf({ code: 'refundRequestState' }, state)
  return (
    <div className="order-refund">
      <p className="form-note" data-tone={state === 'declined' ? 'warning' : undefined}>
        <span className="tag" data-tone={tone}>
          {messageOf(`codes.refundRequestState.${state}`)}
        </span>
        <span>
          {t(`orders.refund.states.${state === 'withdrawn' && refundNo ? 'superseded' : state}`, {
            amount: yuan(amount),
          })}
        </span>
        {answer && <span>{t('orders.refund.answer', { answer })}</span>}
      </p>
      <FactList
        facts={[
          { name: t('orders.refund.amount'), value: yuan(amount) },
          {
            name: t('orders.refund.taken'),
            value: refundQuota(order.translationBillingMode, num),
          },
          { name: t('orders.refund.cause'), value: messageOf(`codes.refundCause.${cause}`) },
          { name: t('orders.refund.note'), value: note },
          { name: t('orders.refund.refundNo'), value: refundNo, copy: refundNo },
          { name: t('orders.refund.asked'), value: request.askDateTime },
          { name: t('orders.refund.decided'), value: request.decideDateTime },
        ]}
      />
      {state === 'asked' && canUse(orderRefunds.withdraw) && (
        <WithdrawButton order={order} request={request} reload={reload} />
      )}
    </div>
  )
}

function WithdrawButton({ order, request, reload }: Props & { request: RefundRequest }) {
  const refreshAll = useRefreshAll()
  const { ask, dialog } = useConfirm()
  const quota = refundQuota(order.translationBillingMode, request.num)
  const withdraw = async (): Promise<boolean> => {
    try {
      await call(orderRefunds.withdraw, { id: order.id })
      notifyDone(t('orders.refund.withdrawn', { quota }))
      return true
    } catch (error) {
      notifyFailure(error)
      return false
    } finally {
      void reload()
      void refreshAll()
    }
  }
  return (
    <div className="button-row">
      <button
        type="button"
        className="button"
        onClick={() =>
          void ask({
            text: t('orders.refund.withdrawQuestion', { quota }),
            confirmLabel: t('orders.refund.withdraw'),
            danger: false,
            onConfirm: withdraw,
          })
        }
      >
        {t('orders.refund.withdraw')}
      </button>
      {dialog}
    </div>
  )
}

/** With what a refund would give back, or why there is none. */
function AskButton({ order, reload }: Props) {
  const [isAsking, setAsking] = useState(false)
  const { data, error, refetch } = useRefundOffer(order.id)
  return (
    <div className="order-refund">
      {!error && !data && <QueryCardSkeleton lines={1} />}
      {error && !data && (
        <SectionError
          name={t('orders.refund.heading')}
          error={error}
          retry={() => void refetch()}
        />
      )}
      {data && (
        <p>
          {data.refusal ??
            t('orders.refund.possible', {
              amount: yuan(data.amount),
              until: data.untilDateTime ?? '',
            })}
        </p>
      )}
      {data && !data.refusal && (
        <div className="button-row">
          <button type="button" className="button" onClick={() => setAsking(true)}>
            {messageOf('resources.orders.actions.refund')}
          </button>
        </div>
      )}
      {isAsking && (
        <AskRefund
          row={order}
          close={() => {
            setAsking(false)
            void reload()
          }}
        />
      )}
    </div>
  )
}
