/** Changes that an account log row records, and the tag that shows them. */
import type { AccountLogRow } from '#contract/ledger.ts'
import { t } from '#console/refine/i18n.ts'
import type { CustomCell } from '#console/engine/resource.ts'

const typesWithAllUnits = ['DISTRIBUTION', 'RECOVERY', 'SYS_ADJUST', 'OTHER'] as const
type LogType = AccountLogRow['logType']

/** Row types that may change voice units, image units or the expiry; others hide these columns. */
export const typesWithVoices: readonly LogType[] = [...typesWithAllUnits, 'VOICE_CONSUME']
export const typesWithImages: readonly LogType[] = typesWithAllUnits
export const typesWithExpiry: readonly LogType[] = [
  'RECHARGE_ORDER_BY_MEMBER_GROUP',
  'SYS_MATRIX',
  'SYS_ADJUST',
  'OTHER',
]

/** Spec 4.9: increase, decrease, no change, or a conversion (`turn`). */
type ChangeKind = 'none' | 'add' | 'decrease' | 'turn'

const quantityFields = [
  { unit: 'chars', difference: 'charChangeNum', before: 'beforeCharNum', last: 'lastCharNum' },
  { unit: 'voices', difference: 'voiceChangeNum', before: 'beforeVoiceNum', last: 'lastVoiceNum' },
  { unit: 'images', difference: 'imageChangeNum', before: 'beforeImageNum', last: 'lastImageNum' },
] as const

export type Unit = (typeof quantityFields)[number]['unit']
type QuantityChange = {
  readonly unit: Unit
  readonly difference: number
  readonly before: number
  readonly last: number
}

/** Lists the quantities that changed, each with its value before and after. */
export function changesOf(row: AccountLogRow): QuantityChange[] {
  return quantityFields.flatMap(({ unit, ...fields }) => {
    const [before, last] = [row[fields.before] ?? 0, row[fields.last] ?? 0]
    const difference = row[fields.difference] ?? last - before
    return difference === 0 ? [] : [{ unit, difference, before, last }]
  })
}

export function kindOfChange(row: AccountLogRow): ChangeKind {
  const directions = [
    ...changesOf(row).map(({ difference }) => Math.sign(difference)),
    expirySign(row),
  ]
  const [isIncreased, isReduced] = [directions.includes(1), directions.includes(-1)]
  if (isIncreased && isReduced) return 'turn'
  return isIncreased ? 'add' : isReduced ? 'decrease' : 'none'
}

/**
 * Returns the sign of the change in time: of the minutes, or of the expiry date if the backend
 * sends no minutes. Removing the end date of a trial counts as 0.
 */
function expirySign({
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
export const changeTag: CustomCell<AccountLogRow> = {
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
