/** Console page of the sample resource: customer service tickets. */
import { list } from '#console/engine/resource.ts'
import { tickets } from '#tests/support/browser/sample-page/contract.ts'

export default list(tickets, {
  route: 'UserCenterOrder',
  menu: ['functions', 9],
  defaultRange: { openedDateTime: 30 },
  columns: ['subject', 'messages', 'refund', 'openedDateTime', 'urgent'],
  forms: { create: {} },
  actions: { changeUrgent: {}, close: { when: { urgent: 0 }, confirm: true } },
})
