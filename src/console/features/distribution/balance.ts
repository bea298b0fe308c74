/**
 * The arithmetic of distribution: who would own what after it, and what stands against it. Whole
 * units, nothing of the screen.
 */

/** What a quota counts, in the order of the tabs (spec 2.30). */
export const units = ['chars', 'voices', 'images'] as const
export type Unit = (typeof units)[number]
/** Whole characters, voice and image units, none negative. */
export type Amounts = Readonly<Record<Unit, number>>
/** From the main account to its sub-accounts, or back. */
export type Direction = 'give' | 'take'

export type Move = {
  readonly direction: Direction
  /** What the main account owns, and what each sub-account does. */
  readonly main: Amounts
  readonly subs: readonly Amounts[]
  /** What each sub-account is to be given, or to give back. */
  readonly each: Amounts
}

/** What one of them has before and after. */
export type Change = { readonly before: number; readonly after: number }

export const nothing: Amounts = { chars: 0, voices: 0, images: 0 }

/** The most that each of the sub-accounts can be given, or give back, of one unit (5.8). */
export function most({ direction, main, subs }: Omit<Move, 'each'>, unit: Unit): number {
  if (subs.length === 0) return 0
  return direction === 'give'
    ? Math.floor(main[unit] / subs.length)
    : Math.min(...subs.map((sub) => sub[unit]))
}

/** What becomes of one unit: nothing is lost on the way and nothing made. */
export function preview(
  { direction, main, subs, each }: Move,
  unit: Unit,
): { main: Change; subs: Change[] } {
  const step = direction === 'give' ? each[unit] : -each[unit]
  return {
    main: { before: main[unit], after: main[unit] - step * subs.length },
    subs: subs.map((sub) => ({ before: sub[unit], after: sub[unit] + step })),
  }
}

/**
 * Why it can't be done: the units that somebody has not enough of, or that nothing would change
 * (5.8).
 */
export function validationError(
  move: Move,
): { readonly short: readonly Unit[] } | 'nothing' | undefined {
  const short = units.filter((unit) => move.each[unit] > most(move, unit))
  if (short.length > 0) return { short }
  return isNothing(move.each) ? 'nothing' : undefined
}

export const isNothing = (amounts: Amounts): boolean => units.every((unit) => amounts[unit] === 0)
