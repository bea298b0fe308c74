/** Translation history: time, channel, languages and cost (spec 2.34). */
import { channelCell } from '#console/features/translation/channel-cell.tsx'
import { userCell } from '#console/features/sub-account/sub-account-link.tsx'
import { list } from '#console/engine/resource.ts'
import { translationLog } from '#contract/translation.ts'

export default list(translationLog, {
  route: 'UserCenterChangeTranslateLog',
  menu: ['functions', 6, 'log'],
  moreFilters: ['tranChannelId', 'sourceLangCode', 'targetLangCode', 'clientType', 'apiKeyId'],
  columns: [
    'createDateTime',
    {
      field: 'userName',
      when: { childUserId: 'all' },
      cell: userCell,
      stackUnder: 'createDateTime',
    },
    'wordCount',
    { field: 'translationBillingMode', stackUnder: 'wordCount' },
    { field: 'tranChannelId', cell: channelCell },
    { field: 'fallbackChannelId', hiddenByDefault: true },
    'sourceLangCode',
    { field: 'targetLangCode', stackUnder: 'sourceLangCode' },
    'clientType',
    { field: 'apiKeyId', hiddenByDefault: true },
    { field: 'ip', stackUnder: 'clientType', width: { usual: 120, least: 88 } },
  ],
  summary: () => import('#console/features/translation/log-usage.tsx'),
})
