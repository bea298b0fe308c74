/** What an account log row changed, whichever optional fields it has, and its tag. */
import type { AccountLogRow } from '#contract/ledger.ts'
import { t } from '#console/refine/i18n.ts'
import type { DrawnCell } from '#console/engine/resource.ts'

/**
 * Row types that may change voice units, image units or the expiry; other types hide those columns.
 */
const moved = ['DISTRIBUTION', 'RECOVERY', 'SYS_ADJUST', 'OTHER'] as const
type LogType = AccountLogRow['logType']

/** Reads what an account log row changed, whichever optional fields the backend fills in. */
export const withVoices: readonly LogType[] = [...moved, 'VOICE_CONSUME']
export const withImages: readonly LogType[] = moved
export const withExpiry: readonly LogType[] = [
  'RECHARGE_ORDER_BY_MEMBER_GROUP',
  'SYS_MATRIX',
  'SYS_ADJUST',
  'OTHER',
]

/** Spec 4.9: increase, decrease, no change, or a conversion (`turn`). */
type ChangeKind = 'none' | 'add' | 'decrease' | 'turn'

const counted = [
  { unit: 'chars', by: 'charChangeNum', before: 'beforeCharNum', last: 'lastCharNum' },
  { unit: 'voices', by: 'voiceChangeNum', before: 'beforeVoiceNum', last: 'lastVoiceNum' },
  { unit: 'images', by: 'imageChangeNum', before: 'beforeImageNum', last: 'lastImageNum' },
] as const

type Counted = {
  readonly unit: (typeof counted)[number]['unit']
  readonly by: number
  readonly before: number
  readonly last: number
}

/** Lists the quantities that changed, each with its value before and after. */
export function changesOf(row: AccountLogRow): Counted[] {
  return counted.flatMap(({ unit, ...fields }) => {
    const [before, last] = [row[fields.before] ?? 0, row[fields.last] ?? 0]
    const by = row[fields.by] ?? last - before
    return by === 0 ? [] : [{ unit, by, before, last }]
  })
}

export function kindOfChange(row: AccountLogRow): ChangeKind {
  const signs = [...changesOf(row).map(({ by }) => Math.sign(by)), expiryMoved(row)]
  const [up, down] = [signs.includes(1), signs.includes(-1)]
  if (up && down) return 'turn'
  return up ? 'add' : down ? 'decrease' : 'none'
}

/**
 * Returns the sign of the change in time: of the minutes, or of the expiry date if the backend
 * sends no minutes. Removing the end date of a trial counts as 0.
 */
function expiryMoved({
  minChangeNum,
  beforeExpireDateTime: before,
  lastExpireDateTime: last,
}: AccountLogRow): number {
  if (minChangeNum !== null && minChangeNum !== undefined) return Math.sign(minChangeNum)
  if (!before || !last || before === last) return 0
  return last > before ? 1 : -1
}

const tones: Record<ChangeKind, string> = {
  none: 'plain',
  add: 'success',
  decrease: 'warning',
  turn: 'primary',
}
const signs: Record<ChangeKind, string> = { none: '·', add: '+', decrease: '−', turn: '⇄' }

/** Tag for the change of an account log row: added, reduced, converted or none (spec 4.9). */
export const changeTag: DrawnCell<AccountLogRow> = {
  Cell: ({ row }) => {
    const kind = kindOfChange(row)
    return (
      <span className="tag" data-tone={tones[kind]}>
        <span aria-hidden="true">{signs[kind]} </span>
        {t(`ledger.change.${kind}`)}
      </span>
    )
  },
  text: (row) => t(`ledger.change.${kindOfChange(row)}`),
}
