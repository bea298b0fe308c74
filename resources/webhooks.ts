/** Webhooks of the account: register, test, rotate and resume; a click on one leads to its deliveries. */
import { list } from '#console/engine/resource.ts'
import { lastDeliveryCell } from '#console/features/webhooks/links.tsx'
import { webhooks } from '#contract/webhooks.ts'

export default list(webhooks, {
  route: 'UserCenterWebhooks',
  menu: ['developers', 2, 'send'],
  rowLink: ({ id }) => `/UserCenterWebhookDeliveries?webhookId=${id}`,
  columns: [
    'name',
    { field: 'url', stackUnder: 'name', width: { usual: 190, least: 120 } },
    { field: 'events', width: { usual: 260, least: 110 } },
    'state',
    { field: 'lastDeliveryDateTime', cell: lastDeliveryCell },
    { field: 'createDateTime', hiddenByDefault: true },
  ],
  forms: {
    register: { result: () => import('#console/features/webhooks/issued-secret.tsx') },
  },
  actions: {
    sendTest: {},
    resume: { when: { state: 'paused' } },
    rotate: {
      confirm: true,
      result: () => import('#console/features/webhooks/issued-secret.tsx'),
    },
  },
})
