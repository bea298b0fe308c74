/** Balance ledger: each change, its values before and after, and its cause (spec 2.33). */
import {
  changeTag,
  typesWithExpiry,
  typesWithImages,
  typesWithVoices,
} from '#console/features/account-log/changes.tsx'
import {
  childUserCell,
  descriptionColumns,
} from '#console/features/account-log/description-cell.tsx'
import { list } from '#console/engine/resource.ts'
import { accountLog, allLogTypes } from '#contract/ledger.ts'

const rechargeType = 'RECHARGE_ORDER_BY_MEMBER_GROUP'
const usageTypes = ['TRANSLATION_CONSUME', 'VOICE_CONSUME'] as const

export default list(accountLog, {
  route: 'UserCenterAccountLog',
  menu: ['functions', 3, 'ledger'],
  defaultRange: { createDateTime: 10 },
  columns: [
    'createDateTime',
    { field: 'logType', when: { logType: allLogTypes } },
    { field: 'change', cell: changeTag, width: 88 },
    ...descriptionColumns,
    // Such a field is shown as one column from `beforeCharNum` and `lastCharNum`.
    'CharNum',
    { field: 'VoiceNum', width: { usual: 112, least: 64 }, when: { logType: typesWithVoices } },
    { field: 'ImageNum', width: { usual: 112, least: 64 }, when: { logType: typesWithImages } },
    { field: 'ExpireDateTime', when: { logType: typesWithExpiry } },
    { field: 'TranChannelId', when: { logType: ['SYS_MATRIX', 'MATRIX'] } },
    {
      field: 'rechargeOrderByMemberGroupNo',
      when: { logType: rechargeType },
      hiddenByDefault: true,
    },
    { field: 'consumeTranChannelId', when: { logType: usageTypes } },
    { field: 'consumerIp', when: { logType: usageTypes }, stackUnder: 'consumeTranChannelId' },
    { field: 'managerName', hiddenByDefault: true },
    {
      field: 'childUserName',
      when: { logType: ['DISTRIBUTION', 'RECOVERY'] },
      hiddenByDefault: true,
      cell: childUserCell,
    },
  ],
})
