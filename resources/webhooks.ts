/** Webhooks of the account: register, test, rotate and resume; a click on one leads to its deliveries. */
import { list } from '#console/engine/resource.ts'
import { lastDeliveryCell } from '#console/features/webhooks/links.tsx'
import { newRobot } from '#console/features/webhooks/new-robot.ts'
import { webhooks } from '#contract/webhooks.ts'

export default list(webhooks, {
  route: 'UserCenterWebhooks',
  menu: ['developers', 2, 'send'],
  rowLink: ({ id }) => `/UserCenterWebhookDeliveries?webhookId=${id}`,
  columns: [
    'name',
    { field: 'url', stackUnder: 'name', width: { usual: 190, least: 120 } },
    { field: 'format', stackUnder: 'name', width: { usual: 90, least: 76 } },
    { field: 'events', width: { usual: 260, least: 110 } },
    'state',
    { field: 'lastDeliveryDateTime', cell: lastDeliveryCell },
    { field: 'createDateTime', hiddenByDefault: true },
  ],
  forms: {
    register: { result: () => import('#console/features/webhooks/issued-secret.tsx') },
    addRobot: {
      initial: newRobot,
      result: () => import('#console/features/webhooks/sent-test.tsx'),
    },
    editRobot: { when: { format: ['wecom', 'dingtalk', 'feishu'] }, secondary: true },
  },
  actions: {
    sendTest: { result: () => import('#console/features/webhooks/sent-test.tsx') },
    resume: { when: { state: 'paused' } },
    rotate: {
      when: { format: 'json' },
      confirm: true,
      result: () => import('#console/features/webhooks/issued-secret.tsx'),
    },
  },
})
