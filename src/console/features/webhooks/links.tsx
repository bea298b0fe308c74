/** Cells that lead from a webhook to its deliveries, and from a delivery to its webhook. */
import { Link } from 'react-router'
import { t } from '#console/refine/i18n.ts'
import type { Route } from '#console/engine/resource.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import type { webhookDeliveries, webhooks } from '#contract/webhooks.ts'

type Webhook = OutputOf<typeof webhooks.calls.get>
type Delivery = OutputOf<typeof webhookDeliveries.calls.get>

const routes = {
  webhooks: 'UserCenterWebhooks',
  deliveries: 'UserCenterWebhookDeliveries',
} as const satisfies Record<string, Route>

/** When the latest event was delivered. */
export function lastDeliveryCell({ row: { id, name, lastDeliveryDateTime } }: { row: Webhook }) {
  const text = lastDeliveryDateTime ?? t('webhooks.noDelivery')
  return (
    <Link
      className="app-link"
      to={`/${routes.deliveries}?webhookId=${id}`}
      aria-label={t('webhooks.deliveriesOf', { text, name })}
    >
      {text}
    </Link>
  )
}

export const webhookCell = ({ row: { webhookId, webhookTitle } }: { row: Delivery }) => (
  <Link className="app-link" to={`/${routes.webhooks}#${webhookId}`}>
    {webhookTitle}
  </Link>
)
