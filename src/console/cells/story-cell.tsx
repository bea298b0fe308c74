/**
 * The account log's own words about a row, and the way to the order or the translation it came
 * from.
 */
import { headlineOf, storyOf, type NameChannel } from '#console/cells/story.ts'
import '#console/cells/cells.css'
import { kindOf } from '#console/kinds/kinds.ts'
import { t } from '#console/providers/i18n.ts'
import { useMe } from '#console/providers/me.ts'
import type { DrawnCell } from '#console/resource.ts'
import { WayTo } from '#console/ui/way-to.tsx'
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
