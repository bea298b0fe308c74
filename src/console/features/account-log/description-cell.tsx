/**
 * The account log's own words about a row, and the way to the order or the translation it came
 * from.
 */
import { headlineOf, storyOf, type NameChannel } from '#console/features/account-log/description.ts'
import '#console/features/account-log/account-log.css'
import { kindOf } from '#console/engine/fields/field-types.ts'
import { t } from '#console/refine/i18n.ts'
import { useMe } from '#console/refine/current-user.ts'
import type { DrawnCell } from '#console/engine/resource.ts'
import { WayTo } from '#console/ui/app-link.tsx'
import type { AccountLogRow } from '#contract/account-log.ts'
import type { Meaning } from '#contract/vocabulary.ts'

export const story: DrawnCell<AccountLogRow> = {
  Cell: function StoryCell({ row, found }) {
    const me = useMe()
    return (
      <span className="story" title={storyOf(row, naming(row, found))}>
        {headlineOf(row, naming(row, found), me)} <Source row={row} />
      </span>
    )
  },
  text: (row, _, found) => storyOf(row, naming(row, found)),
}

function Source({
  row: { rechargeOrderByMemberGroupNo: no, logType, createDateTime: at },
}: {
  row: AccountLogRow
}) {
  if (no) {
    return (
      <WayTo route="UserCenterOrder" query={{ no }}>
        {t('ledger.story.toOrder')}
      </WayTo>
    )
  }
  if (logType !== 'TRANSLATION_CONSUME') return null
  return (
    <WayTo
      route="UserCenterChangeTranslateLog"
      query={{ createDateTimeBegin: at, createDateTimeEnd: at }}
    >
      {t('ledger.story.toTranslation')}
    </WayTo>
  )
}

function naming(row: AccountLogRow, found: (means: Meaning) => unknown): NameChannel {
  const means = { kind: 'channel' } as const
  return (id) => kindOf(means).text(id, { means, row: row, found: found(means) })
}
