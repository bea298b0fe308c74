/** Deliveries of the webhooks: their outcome, what was sent and answered, and sending again. */
import { list } from '#console/engine/resource.ts'
import { webhookDeliveries } from '#contract/webhooks.ts'

export default list(webhookDeliveries, {
  route: 'UserCenterWebhookDeliveries',
  menu: 'webhooks',
  rowDetails: {
    has: () => true,
    component: () => import('#console/features/webhooks/delivery-content.tsx'),
  },
  columns: [
    { field: 'createDateTime', width: { usual: 164, least: 120 } },
    { field: 'webhookId', stackUnder: 'createDateTime' },
    'event',
    { field: 'eventId', hiddenByDefault: true, copy: true },
    'state',
    'answerStatus',
    { field: 'failure', stackUnder: 'answerStatus' },
    'attempts',
    { field: 'nextAttemptDateTime', stackUnder: 'attempts' },
  ],
  actions: { resend: {} },
})
