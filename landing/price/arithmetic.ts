/** Arithmetic of the price calculator. */

/** Days of a monthly plan (spec 9.6). */
const daysPerMonth = 30

/** Complete days for which `characters` suffice. */
export const daysWithin = (
  characters: number,
  charactersPerText: number,
  textsPerDay: number,
): number => Math.floor(characters / Math.max(1, charactersPerText * textsPerDay))

/** Characters per month. */
export const charactersPerMonth = (charactersPerText: number, textsPerDay: number): number =>
  daysPerMonth * charactersPerText * textsPerDay

/** Monthly cost in cents for a character package, rounded up. */
export const monthlyCostByCharacters = (
  cents: number,
  characters: number,
  charactersPerText: number,
  textsPerDay: number,
): number =>
  Math.ceil((cents * charactersPerMonth(charactersPerText, textsPerDay)) / Math.max(1, characters))

/** Monthly cost in cents for a time package of `minutes`, rounded up. */
export const monthlyCostByTime = (cents: number, minutes: number): number =>
  Math.ceil((cents * daysPerMonth * 24 * 60) / Math.max(1, minutes))
