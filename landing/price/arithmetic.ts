/** Arithmetic of the price calculator. */
import { businessLimits } from '#contract/business-limits.ts'

const daysPerMonth = businessLimits.monthly.days

/** Complete days for which `characters` suffice. */
export const daysOfSupply = (
  characters: number,
  charactersPerMessage: number,
  messagesPerDay: number,
): number => Math.floor(characters / Math.max(1, charactersPerMessage * messagesPerDay))

/** Characters per month. */
export const charactersPerMonth = (charactersPerMessage: number, messagesPerDay: number): number =>
  daysPerMonth * charactersPerMessage * messagesPerDay

/** Monthly cost in cents for a character package, rounded up. */
export const monthlyCostByCharacters = (
  cents: number,
  characters: number,
  charactersPerMessage: number,
  messagesPerDay: number,
): number =>
  Math.ceil(
    (cents * charactersPerMonth(charactersPerMessage, messagesPerDay)) / Math.max(1, characters),
  )

/** Monthly cost in cents for a time package of `minutes`, rounded up. */
export const monthlyCostByTime = (cents: number, minutes: number): number =>
  Math.ceil((cents * daysPerMonth * 24 * 60) / Math.max(1, minutes))
