/** Arithmetic of the price calculator. */

/** Days of a monthly plan (spec 9.6). */
const daysPerMonth = 30

/** Number of complete days within `characters`. */
export const daysWithin = (characters: number, length: number, perDay: number): number =>
  Math.floor(characters / Math.max(1, length * perDay))

/** Characters per month. */
export const charactersPerMonth = (length: number, perDay: number): number =>
  daysPerMonth * length * perDay

/** Monthly cost in cents for a character package, rounded up. */
export const monthlyCostByCharacters = (
  cents: number,
  characters: number,
  length: number,
  perDay: number,
): number => Math.ceil((cents * charactersPerMonth(length, perDay)) / Math.max(1, characters))

/** Monthly cost in cents for a time package of `minutes`, rounded up. */
export const monthlyCostByTime = (cents: number, minutes: number): number =>
  Math.ceil((cents * daysPerMonth * 24 * 60) / Math.max(1, minutes))
