/** Placeholders of an order that is loading or failed to load. */
import { failureRole } from '#client/refusals.ts'
import { errorMessage } from '#client/api/error-message.ts'
import { t, word } from '#console/refine/i18n.ts'
import { RequestId } from '#console/ui/toasts.tsx'

export function OrderSkeleton() {
  return (
    <div className="order-waiting" aria-busy="true">
      <output className="unseen">{t('shell.loading')}</output>
      {Array.from({ length: 7 }, (_, at) => (
        <i key={at} className="waiting" />
      ))}
    </div>
  )
}

export function OrderFailure({ error, retry }: { error: unknown; retry: () => void }) {
  const { text, requestId } = errorMessage(error, word)
  return (
    <div className="form-note" data-tone="danger" role={failureRole(error)}>
      <strong>{t('orders.failed')}</strong>
      <span>{text}</span>
      <span>{t('orders.failedHelp')}</span>
      {requestId && <RequestId id={requestId} />}
      <button type="button" className="button" onClick={retry}>
        {t('shell.retry')}
      </button>
    </div>
  )
}
