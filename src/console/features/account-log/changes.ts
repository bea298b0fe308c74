/** What a row of the account log changed, whichever fields a backend fills in. */
import type { AccountLogRow } from '#contract/account-log.ts'

/**
 * Types of rows that may change voice or image units, and the expiry: a table of others has no such
 * columns.
 */
const moved = ['DISTRIBUTION', 'RECOVERY', 'SYS_ADJUST', 'OTHER'] as const
type LogType = AccountLogRow['logType']
export const withVoices: readonly LogType[] = [...moved, 'VOICE_CONSUME']
export const withImages: readonly LogType[] = moved
export const withExpiry: readonly LogType[] = [
  'RECHARGE_ORDER_BY_MEMBER_GROUP',
  'SYS_MATRIX',
  'SYS_ADJUST',
  'OTHER',
]

/** 4.9: more, less, nothing; or one thing turned into another. */
export type ChangeKind = 'none' | 'add' | 'decrease' | 'turn'

const counted = [
  { unit: 'chars', by: 'charChangeNum', before: 'beforeCharNum', last: 'lastCharNum' },
  { unit: 'voices', by: 'voiceChangeNum', before: 'beforeVoiceNum', last: 'lastVoiceNum' },
  { unit: 'images', by: 'imageChangeNum', before: 'beforeImageNum', last: 'lastImageNum' },
] as const

export type Counted = {
  readonly unit: (typeof counted)[number]['unit']
  readonly by: number
  readonly before: number
  readonly last: number
}

/** The quantities that changed, each with what it was and became. */
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
 * Minutes won or lost; where a backend does not count them, by the expiry itself. A trial that
 * loses its end is no loss.
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
