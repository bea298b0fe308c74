/** Arithmetic of the price calculator. */

/** Days of a monthly plan (spec 9.6). */
const month = 30

/** Number of complete days within `characters`. */
export const daysOf = (characters: number, length: number, perDay: number): number =>
  Math.floor(characters / Math.max(1, length * perDay))

/** Characters per month. */
export const monthOf = (length: number, perDay: number): number => month * length * perDay

/** Monthly cost in cents for a character package, rounded up. */
export const costOfMonth = (
  cents: number,
  characters: number,
  length: number,
  perDay: number,
): number => Math.ceil((cents * monthOf(length, perDay)) / Math.max(1, characters))

/** Monthly cost in cents for a time package of `minutes`, rounded up. */
export const costOfMonthByTime = (cents: number, minutes: number): number =>
  Math.ceil((cents * month * 24 * 60) / Math.max(1, minutes))
