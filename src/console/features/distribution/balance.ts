/** Pure arithmetic of a distribution: balances before and after, and validation. */

/** Quota units in the order of the tabs (spec 2.30). */
export const units = ['chars', 'voices', 'images'] as const
export type Unit = (typeof units)[number]
/** Non-negative integers: characters, voice units, image units. */
export type Amounts = Readonly<Record<Unit, number>>
/** `distribute`: from the main account to its sub-accounts; `reclaim`: back. */
export type Direction = 'distribute' | 'reclaim'

export type Move = {
  readonly direction: Direction
  /** Current balances of the main account and of each sub-account. */
  readonly main: Amounts
  readonly subs: readonly Amounts[]
  /** The amount per sub-account. */
  readonly each: Amounts
}

/** A balance before and after the distribution. */
export type Change = { readonly before: number; readonly after: number }

export const zeroAmounts: Amounts = { chars: 0, voices: 0, images: 0 }

type Balances = { usableCharNum: number; usableVoiceNum: number; usableImageNum: number }
type Changes = { changeCharNum: number; changeVoiceNum: number; changeImageNum: number }

/** What an account can spend, as the server names it. */
export const balancesOf = (account: Balances): Amounts => ({
  chars: account.usableCharNum,
  voices: account.usableVoiceNum,
  images: account.usableImageNum,
})

/** What moves, as the server names it. */
export const changesOf = (moved: Changes): Amounts => ({
  chars: moved.changeCharNum,
  voices: moved.changeVoiceNum,
  images: moved.changeImageNum,
})

/** The opposite of `changesOf`. */
export const toChanges = ({ chars, voices, images }: Amounts): Changes => ({
  changeCharNum: chars,
  changeVoiceNum: voices,
  changeImageNum: images,
})

/**
 * The largest amount of a unit that every selected sub-account can receive or return (spec 5.8).
 */
export function maxAmount({ direction, main, subs }: Omit<Move, 'each'>, unit: Unit): number {
  if (subs.length === 0) return 0
  return direction === 'distribute'
    ? Math.floor(main[unit] / subs.length)
    : Math.min(...subs.map((sub) => sub[unit]))
}

/** Balances before and after for one unit; the total stays constant. */
export function preview(
  { direction, main, subs, each }: Move,
  unit: Unit,
): { main: Change; subs: Change[] } {
  const difference = direction === 'distribute' ? each[unit] : -each[unit]
  return {
    main: { before: main[unit], after: main[unit] - difference * subs.length },
    subs: subs.map((sub) => ({ before: sub[unit], after: sub[unit] + difference })),
  }
}

/**
 * Validates a distribution (spec 5.8): the units in short supply, or 'nothing' if all amounts are
 * 0.
 */
export function validationError(
  move: Move,
): { readonly shortUnits: readonly Unit[] } | 'nothing' | undefined {
  const shortUnits = units.filter((unit) => move.each[unit] > maxAmount(move, unit))
  if (shortUnits.length > 0) return { shortUnits }
  return isAllZero(move.each) ? 'nothing' : undefined
}

export const isAllZero = (amounts: Amounts): boolean => units.every((unit) => amounts[unit] === 0)
