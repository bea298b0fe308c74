/** The operators: add, edit, enable, and renew their credentials, which are shown once. */
import { list } from '#console/engine/resource.ts'
import { operators } from '#contract/operator/operators.ts'

export default list(operators, {
  route: 'operator/operators',
  menu: ['team', 1, 'badge'],
  rowOpens: ['edit'],
  columns: [
    'name',
    { field: 'email', stackUnder: 'name' },
    'role',
    'enabled',
    'lastLoginDateTime',
    'createDateTime',
  ],
  forms: {
    create: { result: () => import('#operator/team/credentials.tsx') },
    edit: { when: { isOwn: 0 } },
  },
  actions: {
    renewCredentials: {
      confirm: 'danger',
      result: () => import('#operator/team/credentials.tsx'),
    },
    changeEnabled: { confirm: true, when: { isOwn: 0 } },
  },
})
