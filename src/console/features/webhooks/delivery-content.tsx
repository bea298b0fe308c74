/** What was sent to a webhook, and what it answered last, below the row of a delivery. */
import { t } from '#console/refine/i18n.ts'
import { isReadOnly } from '#console/refine/read-only.ts'
import { CopyButton } from '#console/ui/copy-button.tsx'
import type { OutputOf } from '#contract/endpoint.ts'
import type { webhookDeliveries } from '#contract/webhooks.ts'
import './delivery-content.css'

type Delivery = OutputOf<typeof webhookDeliveries.calls.get>

export default function DeliveryContent({
  row: { payload, answer, nextAttemptDateTime },
}: {
  row: Delivery
}) {
  if (isReadOnly) return <p className="muted">{t('webhooks.hiddenFromSupport')}</p>
  const shown = indent(payload)
  return (
    <div className="delivery-content">
      <section>
        <h3>{t('webhooks.payload')}</h3>
        <pre>{shown}</pre>
        <CopyButton text={shown} name={t('webhooks.payload')} />
      </section>
      <section>
        <h3>{t('webhooks.answer')}</h3>
        {nextAttemptDateTime && <p>{t('webhooks.nextAttempt', { at: nextAttemptDateTime })}</p>}
        {answer ? <pre>{answer}</pre> : <p>{t('webhooks.noAnswer')}</p>}
      </section>
    </div>
  )
}

/** JSON on several lines; other text as it is. */
function indent(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
