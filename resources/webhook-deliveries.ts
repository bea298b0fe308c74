/** Deliveries of the webhooks: their outcome, what was sent and answered, and sending again. */
import { list } from '#console/engine/resource.ts'
import { webhookCell } from '#console/features/webhooks/links.tsx'
import { webhookDeliveries } from '#contract/webhooks.ts'

export default list(webhookDeliveries, {
  route: 'UserCenterWebhookDeliveries',
  menu: 'webhooks',
  rowDetails: {
    has: () => true,
    component: () => import('#console/features/webhooks/delivery-content.tsx'),
  },
  columns: [
    { field: 'createDateTime', width: { usual: 172, least: 168 } },
    { field: 'webhookId', stackUnder: 'createDateTime', cell: webhookCell },
    'event',
    { field: 'eventId', hiddenByDefault: true, copy: true },
    'state',
    'answerStatus',
    { field: 'failure', stackUnder: 'answerStatus' },
    'attempts',
    { field: 'nextAttemptDateTime', hiddenByDefault: true },
  ],
  actions: { resend: {} },
})
