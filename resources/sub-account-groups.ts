/** Groups of sub-accounts with their rule; a click on one leads to its sub-accounts. */
import { list } from '#console/engine/resource.ts'
import { subAccountGroups } from '#contract/budgets.ts'

export default list(subAccountGroups, {
  route: 'UserCenterSubAccountGroups',
  menu: ['memberCentre', 6, 'groups'],
  columns: [
    'name',
    'memberNum',
    'dailyCharNum',
    'monthlyCharNum',
    'topUpCharNum',
    { field: 'dailyVoiceNum', hiddenByDefault: true },
    { field: 'monthlyVoiceNum', hiddenByDefault: true },
    { field: 'topUpVoiceNum', hiddenByDefault: true },
    { field: 'dailyImageNum', hiddenByDefault: true },
    { field: 'monthlyImageNum', hiddenByDefault: true },
    { field: 'topUpImageNum', hiddenByDefault: true },
    { field: 'createDateTime', hiddenByDefault: true },
  ],
  rowLink: ({ id }) => `/UserCenterChild?groupId=${id}`,
})
