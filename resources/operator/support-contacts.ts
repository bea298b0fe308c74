/** Support contacts with their QR codes. */
import { list } from '#console/engine/resource.ts'
import { operatorSupportContacts } from '#contract/operator/support-contacts.ts'

export default list(operatorSupportContacts, {
  route: 'operator/support-contacts',
  menu: ['catalogue', 3, 'people'],
  columns: [
    'platform',
    'shownCode',
    { field: 'account', copy: true },
    'purpose',
    'referUrl',
    'position',
  ],
  forms: { create: {}, edit: {} },
  actions: { remove: { confirm: 'danger' } },
})
