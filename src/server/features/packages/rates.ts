/**
 * What characters and minutes are worth, and how many of one are worth as much as some of another:
 * in whole numbers, without a float.
 */

/**
 * `per` units, characters or minutes, are worth `cents`, 1/100 yuan; both are whole and above 0.
 */
export type Rate = { cents: number; per: number }
export type Part = { amount: number; rate: Rate }

/**
 * How many units at the rate `to` are worth as much as all parts together, rounded down once at the
 * end. So it is never worth more than the parts, and less by no more than one unit; at the same
 * rate an amount stays what it is. Exact up to the largest safe integer.
 */
export function worthIn(parts: readonly Part[], to: Rate): number {
  const per = parts.reduce((product, { rate }) => product * BigInt(rate.per), 1n)
  const cents = parts.reduce(
    (sum, { amount, rate }) => sum + (BigInt(amount) * BigInt(rate.cents) * per) / BigInt(rate.per),
    0n,
  )
  return Number((cents * BigInt(to.per)) / (per * BigInt(to.cents)))
}

/** Whether a unit costs less at `a` than at `b`. */
export const isCheaper = (a: Rate, b: Rate): boolean =>
  BigInt(a.cents) * BigInt(b.per) < BigInt(b.cents) * BigInt(a.per)

export const isWorthAsMuch = (a: Rate, b: Rate): boolean => !isCheaper(a, b) && !isCheaper(b, a)
