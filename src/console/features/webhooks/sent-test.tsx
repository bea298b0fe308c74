/** Dialog with the outcome of a test: of one that was sent, or of a new robot, where it is sent first. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import type { Route } from '#console/engine/resource.ts'
import { call } from '#client/api/call.ts'
import { errorMessage, failureRole } from '#client/api/error-message.ts'
import { messageOf, t } from '#console/refine/i18n.ts'
import { Dialog } from '#console/ui/overlays.tsx'
import { webhookDeliveries, webhooks, type TestedWebhook } from '#contract/webhooks.ts'
import './sent-test.css'

/** Milliseconds between looks at a test that is not delivered yet. */
const pollInterval = 700

export default function SentTest({ output, close }: { output: TestedWebhook; close: () => void }) {
  const { id, name } = output
  const [deliveryId, setDeliveryId] = useState(output.deliveryId)
  const [isSending, setSending] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  const send = async () => {
    setSending(true)
    setFailure(undefined)
    try {
      setDeliveryId((await call(webhooks.calls.sendTest, { id })).deliveryId)
    } catch (error) {
      setFailure(error)
    } finally {
      setSending(false)
    }
  }
  return (
    <Dialog title={t('webhooks.test.title', { name })} onClose={close}>
      {deliveryId === undefined ? (
        <p>{t('webhooks.test.added')}</p>
      ) : (
        <Outcome key={String(deliveryId)} deliveryId={deliveryId} />
      )}
      {failure !== undefined && (
        <p className="form-note" data-tone="danger" role={failureRole(failure)}>
          {errorMessage(failure, messageOf).text}
        </p>
      )}
      <div className="dialog-actions">
        <Link
          className="app-link test-deliveries"
          to={`/${'UserCenterWebhookDeliveries' satisfies Route}?webhookId=${id}`}
        >
          {t('webhooks.test.deliveries')}
        </Link>
        <button
          type="button"
          className={deliveryId === undefined ? 'button primary' : 'button'}
          disabled={isSending}
          aria-busy={isSending}
          onClick={() => void send()}
        >
          {t(deliveryId === undefined ? 'webhooks.test.send' : 'webhooks.test.again')}
        </button>
        <button
          type="button"
          className={deliveryId === undefined ? 'button' : 'button primary'}
          data-initial-focus
          onClick={close}
        >
          {t('webhooks.test.close')}
        </button>
      </div>
    </Dialog>
  )
}

function Outcome({ deliveryId }: { deliveryId: string | number }) {
  const { data, error } = useQuery({
    queryKey: ['sentTest', deliveryId],
    queryFn: ({ signal }) => call(webhookDeliveries.calls.get, { id: deliveryId }, { signal }),
    refetchInterval: ({ state }) =>
      state.data && state.data.state !== 'waiting' ? false : pollInterval,
    staleTime: 0,
  })
  const state = data?.state ?? 'waiting'
  const tones = { waiting: undefined, delivered: 'success', failed: 'danger' } as const
  const reason = data?.failure
  return (
    <div className="test-outcome" role="status" aria-busy={state === 'waiting'}>
      <p data-tone={tones[state]}>
        {t(`webhooks.test.${state}`)}
        {reason &&
          t('webhooks.test.reason', {
            reason: messageOf(`resources.webhookDeliveries.values.failure.${reason}`),
          })}
        {data?.answerStatus != null && t('webhooks.test.status', { status: data.answerStatus })}
      </p>
      {data?.answer && <pre>{data.answer}</pre>}
      {error && !data && <p data-tone="danger">{errorMessage(error, messageOf).text}</p>}
    </div>
  )
}
