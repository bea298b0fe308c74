/** Rates of characters and minutes, and exact conversion between them in integer arithmetic. */

/** `per` units (characters or minutes) cost `cents` (1/100 yuan); both are positive integers. */
export type Rate = { cents: number; per: number }
export type Part = { amount: number; rate: Rate }

/**
 * Units at the rate `to` of equal value to all parts, rounded down once at the end. The result is
 * never worth more than the parts, and less by under one unit; at the same rate amounts don't
 * change. Exact up to the largest safe integer.
 */
export function worthIn(parts: readonly Part[], to: Rate): number {
  const per = parts.reduce((product, { rate }) => product * BigInt(rate.per), 1n)
  const cents = parts.reduce(
    (sum, { amount, rate }) => sum + (BigInt(amount) * BigInt(rate.cents) * per) / BigInt(rate.per),
    0n,
  )
  return Number((cents * BigInt(to.per)) / (per * BigInt(to.cents)))
}

/** Whether the unit price at `a` is below that at `b`. */
export const isCheaper = (a: Rate, b: Rate): boolean =>
  BigInt(a.cents) * BigInt(b.per) < BigInt(b.cents) * BigInt(a.per)

export const isWorthAsMuch = (a: Rate, b: Rate): boolean => !isCheaper(a, b) && !isCheaper(b, a)
