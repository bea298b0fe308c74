/** API keys of the account: issue, edit, rotate and revoke. */
import { list } from '#console/engine/resource.ts'
import { usedThisMonthCell, usedTodayCell } from '#console/features/api-keys/used-link.tsx'
import { apiKeys } from '#contract/api-keys.ts'

export default list(apiKeys, {
  route: 'UserCenterApiKeys',
  menu: ['developers', 1, 'key'],
  header: () => import('#console/features/api-keys/allow-sub-accounts.tsx'),
  columns: [
    'name',
    { field: 'hint', stackUnder: 'name', width: 112 },
    'state',
    { field: 'scopes', hiddenByDefault: true },
    { field: 'usedTodayNum', cell: usedTodayCell },
    { field: 'usedThisMonthNum', cell: usedThisMonthCell },
    'lastUseDateTime',
    { field: 'userName', stackUnder: 'usedTodayNum' },
    { field: 'lastDay', hiddenByDefault: true },
    { field: 'createDateTime', hiddenByDefault: true },
  ],
  forms: {
    issue: { result: () => import('#console/features/api-keys/issued-key.tsx') },
    edit: { when: { state: ['active', 'rotated', 'expired'] } },
  },
  actions: {
    rotate: {
      confirm: true,
      when: { state: ['active', 'rotated'] },
      result: () => import('#console/features/api-keys/issued-key.tsx'),
    },
    revoke: { confirm: 'danger', when: { state: ['active', 'rotated', 'expired'] } },
    remove: { confirm: 'danger' },
  },
})
