/** Description cell of the account log, with a link to the order or translation behind the row. */
import {
  headlineOf,
  descriptionOf,
  type NameChannel,
} from '#console/features/account-log/description.ts'
import '#console/features/account-log/account-log.css'
import { kindOf } from '#console/engine/fields/field-types.ts'
import { t } from '#console/refine/i18n.ts'
import { useCurrentUser } from '#console/refine/current-user.ts'
import type { DrawnCell } from '#console/engine/resource.ts'
import { AppLink } from '#console/ui/app-link.tsx'
import type { AccountLogRow } from '#contract/account-log.ts'
import type { FieldType } from '#contract/vocabulary.ts'

export const descriptionCell: DrawnCell<AccountLogRow> = {
  Cell: function StoryCell({ row, found }) {
    const me = useCurrentUser()
    return (
      <span className="story" title={descriptionOf(row, naming(row, found))}>
        {headlineOf(row, naming(row, found), me)} <Source row={row} />
      </span>
    )
  },
  text: (row, _, found) => descriptionOf(row, naming(row, found)),
}

function Source({
  row: { rechargeOrderByMemberGroupNo: no, logType, createDateTime: at },
}: {
  row: AccountLogRow
}) {
  if (no) {
    return (
      <AppLink route="UserCenterOrder" query={{ no }}>
        {t('ledger.story.toOrder')}
      </AppLink>
    )
  }
  if (logType !== 'TRANSLATION_CONSUME') return null
  return (
    <AppLink
      route="UserCenterChangeTranslateLog"
      query={{ createDateTimeBegin: at, createDateTimeEnd: at }}
    >
      {t('ledger.story.toTranslation')}
    </AppLink>
  )
}

function naming(row: AccountLogRow, found: (means: FieldType) => unknown): NameChannel {
  const means = { kind: 'channel' } as const
  return (id) => kindOf(means).text(id, { means, row: row, found: found(means) })
}
