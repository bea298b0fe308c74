/** Every change of what one owns: what it was, what it became, and who or what changed it (spec 2.33). */
import { changeTag } from '#console/cells/change-tag.tsx'
import { story } from '#console/cells/story-cell.tsx'
import { list } from '#console/resource.ts'
import { accountLog } from '#contract/account-log.ts'

const bought = 'RECHARGE_ORDER_BY_MEMBER_GROUP'
const consumed = ['TRANSLATION_CONSUME', 'VOICE_CONSUME'] as const
const moved = ['DISTRIBUTION', 'RECOVERY', 'SYS_ADJUST', 'OTHER'] as const

export default list(accountLog, {
  route: 'UserCenterAccountLog',
  menu: ['functions', 3, 'ledger'],
  lastDays: { createDateTime: 10 },
  columns: [
    { stack: ['createDateTime', 'logType'] },
    { key: 'change', cell: changeTag },
    { key: 'story', cell: story },
    { pair: 'CharNum', by: 'charChangeNum' },
    { pair: 'VoiceNum', by: 'voiceChangeNum', when: { logType: [...moved, 'VOICE_CONSUME'] } },
    { pair: 'ImageNum', by: 'imageChangeNum', when: { logType: moved } },
    { pair: 'ExpireDateTime', when: { logType: [bought, 'SYS_MATRIX', 'OTHER'] } },
    { pair: 'TranChannelId', when: { logType: [bought, 'SYS_MATRIX', 'MATRIX'] } },
    { field: 'rechargeOrderByMemberGroupNo', when: { logType: bought }, aside: true },
    { field: 'consumeTranChannelId', when: { logType: consumed } },
    { field: 'consumerIp', when: { logType: consumed }, under: 'consumeTranChannelId' },
    { stack: ['managerName', 'childUserName'], when: { logType: [...moved, 'MATRIX'] } },
  ],
})
